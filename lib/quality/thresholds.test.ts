/** Guarantee: every threshold can be exceeded. For each metric there is a source tree that does. */
import { expect, test } from "vitest";
import { type SourceTree, writeTree } from "./source-tree";
import { readSources } from "./sources.mjs";
import { computeMetrics } from "./thresholds.mjs";

const lines = (count: number, text = (index: number) => `  step(${index});`) =>
  Array.from({ length: count }, (_, index) => text(index)).join("\n");
const longFunction = (name: string, count: number) => `export function ${name}() {\n${lines(count)}\n}\n`;

function listUnmet(tree: SourceTree, violations: Parameters<typeof computeMetrics>[1] = []): string[] {
  return computeMetrics(readSources(writeTree(tree)), violations)
    .filter(({ isMet }) => !isMet)
    .map(({ name, value }) => `${name}: ${value}`);
}

/** A tree that meets every threshold. */
const VALID_TREE: SourceTree = {
  "lib/env.ts": "export const port = process.env.PORT;\n",
  "app/page.tsx": "export default function Page() { return null; }\n",
};

test("a valid tree meets every threshold", () => {
  expect(listUnmet(VALID_TREE)).toEqual([]);
});

test.each<[string, SourceTree, string[]]>([
  [
    "a file of 301 lines",
    { "lib/log.ts": `${lines(301, (index) => `export const line${index} = ${index};`)}\n` },
    ["largest file, lines: 301", "files over 300 lines: 33.3 %"],
  ],
  [
    "a function of 51 lines",
    { "lib/log.ts": `/** Logs. */\n${longFunction("log", 49)}` },
    ["functions over 50 lines: 50.0 %"],
  ],
  [
    "a route handler of 21 lines",
    { "app/v1/sessions/route.ts": longFunction("GET", 19) },
    ["route handlers within 20 lines: 0.0 %"],
  ],
  [
    "an exported function without a docstring",
    { "lib/log.ts": "export const log = () => undefined;\n" },
    ["exported functions of lib documented: 0.0 %"],
  ],
  ["an any", { "lib/log.ts": "export const log: any = 1;\n" }, ["any: 1"]],
  [
    "six duplicated lines",
    { "lib/log.ts": `${lines(6)}\n`, "lib/process-singleton.ts": `import "./log";\n\n${lines(6)}\n` },
    ["duplicated lines: 85.7 %"],
  ],
  [
    "a second file that reads the environment",
    { "lib/log.ts": "export const level = process.env.LEVEL;\n" },
    ["files that read process.env: 2"],
  ],
  [
    "client components only",
    { "components/chart.tsx": `"use client";\n`, "components/table.tsx": `"use client";\n` },
    ['.tsx with "use client": 2 of 3'],
  ],
  [
    "an end-to-end test with a timed wait and a CSS locator",
    { "e2e/start.spec.ts": `await page.waitForTimeout(1);\nawait page.locator(".row").click();\n` },
    ["end-to-end: timed waits: 1", "end-to-end: CSS locators: 1"],
  ],
])("%s exceeds its threshold", (_, tree, unmet) => {
  expect(listUnmet({ ...VALID_TREE, ...tree })).toEqual(unmet);
});

test("an import cycle and a route file with SQL exceed their thresholds", () => {
  const violations = [
    { rule: "no-value-cycles", from: "lib/log.ts", to: "lib/env.ts" },
    { rule: "routes-pages-and-endpoints-import-no-database", from: "app/page.tsx", to: "lib/db/client.ts" },
  ];
  expect(listUnmet(VALID_TREE, violations)).toEqual([
    "value import cycles: 1",
    "route files that hold SQL: 1",
  ]);
});
