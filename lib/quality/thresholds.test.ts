/** Guarantee: every threshold can be exceeded. For each metric there is a source tree that does. */
import { expect, test } from "vitest";
import { checkImports } from "./boundaries.mjs";
import { type SourceTree, writeTree } from "./source-tree";
import { readSources } from "./sources.mjs";
import { computeMetrics } from "./thresholds.mjs";

const lines = (count: number, text = (index: number) => `  step(${index});`) =>
  Array.from({ length: count }, (_, index) => text(index)).join("\n");
const longFunction = (name: string, count: number) => `export function ${name}() {\n${lines(count)}\n}\n`;
const filesOf = (folder: string, count: number): SourceTree =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.ts`, "export {};\n"]),
  );

async function measure(tree: SourceTree) {
  const root = writeTree(tree);
  return computeMetrics(readSources(root), await checkImports(root));
}

/** Lists the metrics that a tree does not meet, with their values. */
async function listUnmet(tree: SourceTree): Promise<string[]> {
  const metrics = await measure(tree);
  return metrics.filter(({ isMet }) => !isMet).map(({ name, value }) => `${name}: ${value}`);
}

/** A tree that meets every threshold. */
const VALID_TREE: SourceTree = {
  "lib/env.ts": "export const port = process.env.PORT;\n",
  "app/page.tsx": "export default function Page() { return null; }\n",
};
const PAGE = "app/(dashboard)/events/page.tsx";

test("a valid tree meets every threshold", async () => {
  expect(await listUnmet(VALID_TREE)).toEqual([]);
});

test("a constant that the compiler replaces is no read of the environment", async () => {
  const tree = {
    ...VALID_TREE,
    "instrumentation.ts": 'export const isNode = process.env.NEXT_RUNTIME === "nodejs";\n',
  };
  expect(await listUnmet(tree)).toEqual([]);
});

test.each<[string, SourceTree, string[]]>([
  [
    "a file of 301 lines",
    { "lib/log.ts": `${lines(301, (index) => `export const line${index} = ${index};`)}\n` },
    ["largest file, lines: 301", "files over 300 lines: 33.3 %"],
  ],
  [
    "a style sheet of 301 lines",
    { "app/globals.css": `${lines(301, (index) => `.row-${index} {}`)}\n` },
    ["largest file, lines: 301", "files over 300 lines: 33.3 %"],
  ],
  ["a test of 301 lines", { "lib/log.test.ts": `${lines(301)}\n` }, ["largest test or rig file, lines: 301"]],
  ["a folder of 13 files", filesOf("lib/sessions", 13), ["folders over 12 files: 1"]],
  ["a rig's folder of 13 files", filesOf("e2e/bench", 13), ["folders over 12 files, rigs: 1"]],
  [
    "a function of 51 lines, which arrow functions without a block do not dilute",
    {
      "lib/log.ts": `/** Logs. */\n${longFunction("log", 49)}${lines(60, (n) => `const f${n} = () => ${n};`)}`,
    },
    ["functions over 50 lines: 100.0 %"],
  ],
  [
    "a component of 51 lines",
    { "components/chart.tsx": longFunction("Chart", 49) },
    ["components over 50 lines: 50.0 %"],
  ],
  [
    "an endpoint handler of 21 lines",
    {
      "lib/endpoints/events.ts": `/** Gets. */\nexport const getEndpoint = endpoint({\n  handle: async () => {\n${lines(19)}\n  },\n});\n`,
    },
    ["endpoint handlers within 20 lines: 0 of 1"],
  ],
  [
    "an endpoint handler of 21 lines that is declared apart",
    { "lib/endpoints/events.ts": `function get() {\n${lines(19)}\n}\nendpoint({ handle: get });\n` },
    ["endpoint handlers within 20 lines: 0 of 1"],
  ],
  [
    "a value cycle between two files",
    {
      "lib/log.ts": `import { b } from "./b";\nexport const a = () => b;\n`,
      "lib/b.ts": `import { a } from "./log";\nexport const b = () => a;\n`,
    },
    ["value cycles between files: 1", "exported functions and endpoints documented: 0.0 %"],
  ],
  [
    "a value cycle between two folders, without one between files",
    {
      "lib/sessions/a.ts": `import "@/lib/terminals/a";\n`,
      "lib/terminals/a.ts": "export {};\n",
      "lib/terminals/b.ts": `import "@/lib/sessions/b";\n`,
      "lib/sessions/b.ts": "export {};\n",
    },
    ["value cycles between folders: 1"],
  ],
  [
    "a route file with SQL",
    { "app/v1/route.ts": `import "@/lib/db/client";\n`, "lib/db/client.ts": "export {};\n" },
    ["route files that hold SQL: 1"],
  ],
  [
    "an exported function without a docstring",
    { "lib/log.ts": "export const log = () => undefined;\n" },
    ["exported functions and endpoints documented: 0.0 %"],
  ],
  [
    "an endpoint without a docstring",
    { "lib/endpoints/events.ts": "export const getEndpoint = endpoint({});\n" },
    ["exported functions and endpoints documented: 0.0 %"],
  ],
  ["an any", { "lib/log.ts": "export const log: any = 1;\n" }, ["any per 1,000 lines: 333.33"]],
  [
    "a cast to an array and a double cast",
    { "lib/log.ts": "export const a = x as string[];\nexport const b = x as unknown as string;\n" },
    ["unchecked casts: 2"],
  ],
  [
    "165 queries with a row type written by hand",
    { "lib/log.ts": `${lines(165, (index) => `await sql<{ n${index}: number }[]>\`select ${index}\`;`)}\n` },
    ["queries with a row type written by hand: 165"],
  ],
  [
    "six duplicated lines",
    { "lib/log.ts": `${lines(6)}\n`, "lib/process-singleton.ts": `import "./log";\n\n${lines(6)}\n` },
    ["duplicated lines: 85.71 %"],
  ],
  [
    "a second file that reads the environment, in JavaScript too",
    { "lib/launch/build.mjs": "const { env } = process;\n" },
    ["files that read process.env: 2"],
  ],
  [
    "client components only",
    { "components/chart.tsx": `"use client";\n`, "components/table.tsx": `"use client";\n` },
    ['.tsx with "use client": 2 of 3'],
  ],
  [
    "end-to-end tests that wait for a time",
    {
      "e2e/start.spec.ts": `import { setTimeout as sleep } from "node:timers/promises";
        await page.waitForTimeout(1);
        await sleep(1);
        await new Promise((resolve) => setTimeout(resolve, 1));\n`,
    },
    ["end-to-end: timed waits: 3"],
  ],
  [
    "end-to-end tests that select by CSS",
    {
      "e2e/start.spec.ts": `await page.locator(".row").click();
        await page.evaluate(() => document.querySelector(".row"));\n`,
    },
    ["end-to-end: CSS locators: 2"],
  ],
  [
    "a data page without any of its states",
    {
      [PAGE]: `import { SearchBox } from "@/components/search-box";
        export default async function EventsPage() { return <SearchBox />; }\n`,
      "components/search-box.tsx": "export function SearchBox() { return null; }\n",
    },
    ["data pages with loading, error and empty states: 0 of 1"],
  ],
])("%s exceeds its threshold", async (_, tree, unmet) => {
  expect(await listUnmet({ ...VALID_TREE, ...tree })).toEqual(unmet);
});

test("row types written by hand are counted, and those that follow a table are not", async () => {
  const metrics = await measure({
    ...VALID_TREE,
    "lib/sessions/get.ts": `interface Row { id: string }
      interface Stored extends RowOf<typeof sessions, "id"> { count: number }
      await db.sql<Row[]>\`select 1\`;
      await sql<Stored[]>\`select 1\`;
      await sql<RowOf<typeof sessions, "id">[]>\`select 1\`;\n`,
    "lib/sessions/list.ts": 'type Row = RowOf<typeof sessions, "id">;\nawait sql<Row[]>`select 1`;\n',
  });
  expect(metrics.find(({ name }) => name.startsWith("queries"))).toMatchObject({
    value: "1",
    locations: ["lib/sessions/get.ts:3"],
  });
});

test("a data page is complete with a skeleton, an error page and both empty states, also indirectly", async () => {
  const metrics = await measure({
    ...VALID_TREE,
    [PAGE]: `import { EventsView } from "@/components/events-view";
      async function EventsPage() { return <EventsView />; }
      export default withSkeleton(EventsPage, null);\n`,
    "app/(dashboard)/error.tsx": "export default function ErrorPage() { return null; }\n",
    "components/events-view.tsx":
      "export const EventsView = () => <><SearchBox /><EmptyState /><NoMatch /></>;\n",
  });
  expect(metrics.at(-1)).toMatchObject({ value: "1 of 1", isMet: true });
});
