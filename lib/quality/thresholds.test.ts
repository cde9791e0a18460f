/** Guarantee: no bar is so low that nothing can fall below it. Each is shown a tree that does. */
import { expect, test } from "vitest";
import { readSources } from "./sources.mjs";
import { measure } from "./thresholds.mjs";
import { plant, type Tree } from "./trees";

const lines = (count: number, text = (index: number) => `  step(${index});`) =>
  Array.from({ length: count }, (_, index) => text(index)).join("\n");
const longFunction = (name: string, count: number) => `export function ${name}() {\n${lines(count)}\n}\n`;

function broken(tree: Tree, breaches: Parameters<typeof measure>[1] = []): string[] {
  return measure(readSources(plant(tree)), breaches)
    .filter(({ holds }) => !holds)
    .map(({ name, ours }) => `${name}: ${ours}`);
}

/** A tree that keeps every bar. */
const SOUND: Tree = {
  "lib/env.ts": "export const port = process.env.PORT;\n",
  "app/page.tsx": "export default function Page() { return null; }\n",
};

test("a sound tree keeps every bar", () => {
  expect(broken(SOUND)).toEqual([]);
});

test.each<[string, Tree, string[]]>([
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
    "six lines copied",
    { "lib/log.ts": `${lines(6)}\n`, "lib/process-singleton.ts": `import "./log";\n\n${lines(6)}\n` },
    ["duplicated lines: 85.7 %"],
  ],
  [
    "a second file that reads the environment",
    { "lib/log.ts": "export const level = process.env.LEVEL;\n" },
    ["files that read process.env: 2"],
  ],
  [
    "pages that are all the client's",
    { "components/chart.tsx": `"use client";\n`, "components/table.tsx": `"use client";\n` },
    ['.tsx with "use client": 2 of 3'],
  ],
  [
    "an end-to-end test that waits and picks by CSS",
    { "e2e/start.spec.ts": `await page.waitForTimeout(1);\nawait page.locator(".row").click();\n` },
    ["end-to-end: timed waits: 1", "end-to-end: CSS locators: 1"],
  ],
])("%s falls below its bar", (_, tree, figures) => {
  expect(broken({ ...SOUND, ...tree })).toEqual(figures);
});

test("a cycle and a route file with SQL fall below their bars", () => {
  const breaches = [
    { rule: "no-value-cycles", from: "lib/log.ts", to: "lib/env.ts" },
    { rule: "routes-pages-and-endpoints-hold-no-sql", from: "app/page.tsx", to: "lib/db/client.ts" },
  ];
  expect(broken(SOUND, breaches)).toEqual(["value import cycles: 1", "route files that hold SQL: 1"]);
});
