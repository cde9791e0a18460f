import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { PROVIDER_NAMES } from "@/lib/env";
import { flutterwave } from "./flutterwave/provider";
import { lenco } from "./lenco/provider";
import { moniepoint } from "./moniepoint/provider";
import { monnify } from "./monnify/provider";
import { nomba } from "./nomba/provider";
import { paystack } from "./paystack/provider";

const readDocument = (name: string) =>
  readFileSync(path.join(import.meta.dirname, "../../docs", name), "utf8");

const text = readDocument("banks.md");

/** The kinds in a section's table rows, with the message kind of each. */
function documentedKinds(section: string): [string, string][] {
  const [, rest = ""] = text.split(`\n## ${section}\n`);
  const [own = ""] = rest.split("\n## ");
  return [...own.matchAll(/^\| `([^`]+)` \| ([^|]+) \|/gm)].map(([, kind = "", meaning = ""]) => [
    kind,
    meaning,
  ]);
}

it.each([
  ["Paystack", paystack],
  ["Monnify", monnify],
  ["Nomba", nomba],
  ["Lenco", lenco],
  ["Moniepoint", moniepoint],
  ["Flutterwave", flutterwave],
] as const)("docs/banks.md lists the same ignored kinds of %s as its adapter", (section, adapter) => {
  const ignored = documentedKinds(section).filter(([, meaning]) => meaning.startsWith("ignored"));
  expect(ignored.map(([kind]) => kind)).toEqual([...adapter.ignoredKinds]);
});

const SECTIONS = [
  "What to ask the bank for",
  "Which URLs go where",
  "Source addresses",
  "Settings",
  "What a payer sees",
  "Limits",
  "Fees",
  "Settlement cycle",
  "What is unknown",
];

it.each(PROVIDER_NAMES)("docs/banks has a page of %s with every section, none of them empty", (name) => {
  const page = readDocument(`banks/${name}.md`);
  const sections = page.split("\n## ").slice(1);
  expect(sections.map((section) => section.split("\n")[0])).toEqual(SECTIONS);
  for (const section of sections) expect(section.split("\n").slice(1).join("").trim(), section).not.toBe("");
});

it.each(PROVIDER_NAMES)("docs/going-live.md links the page of %s", (name) => {
  expect(readDocument("going-live.md")).toContain(`(banks/${name}.md)`);
});
