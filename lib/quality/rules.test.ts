/** Guarantee: every import rule and lint rule fires on a source tree that breaks it, and no other rule does. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkImports, IMPORT_RULES } from "./boundaries.mjs";
import { findViolations, LINT_RULES } from "./lint-rules.mjs";
import { findRetiredWord, findRetiredWordInText } from "./retired-names.mjs";
import { type SourceTree, writeTree } from "./source-tree";
import { readSources } from "./sources.mjs";

/** A page that imports a file, so that the tree does not break `no-orphans` too. */
const pageImporting = (target: string) => ({ "app/page.tsx": `import "@/${target}";` });

const IMPORT_VIOLATIONS: Record<string, SourceTree> = {
  "core-imports-nothing-else": {
    ...pageImporting("lib/core/money"),
    "lib/core/money.ts": `import "@/lib/log";`,
    "lib/log.ts": "export {};",
  },
  "client-imports-nothing-else": {
    "lib/client/index.ts": `import "@/lib/log";`,
    "lib/log.ts": "export {};",
  },
  "foundation-imports-down-only": {
    ...pageImporting("lib/security/hmac"),
    "lib/security/hmac.ts": `import "@/lib/sessions";`,
    "lib/sessions/index.ts": "export {};",
  },
  "domains-import-down-only": {
    ...pageImporting("lib/sessions"),
    "lib/sessions/index.ts": `import "@/lib/http/serve";`,
    "lib/http/serve.ts": "export {};",
  },
  "transport-imports-down-only": {
    ...pageImporting("lib/http/serve"),
    "lib/http/serve.ts": `import "@/lib/server/server";`,
    "lib/server/server.ts": "export {};",
  },
  "domain-internals-are-private": {
    ...pageImporting("lib/terminals"),
    "lib/terminals/index.ts": `import "@/lib/sessions/close";`,
    "lib/sessions/close.ts": "export {};",
  },
  "schema-only-through-index": {
    ...pageImporting("lib/sessions"),
    "lib/sessions/index.ts": `import "@/lib/db/schema/sessions";`,
    "lib/db/schema/sessions.ts": "export {};",
  },
  "contracts-hold-shapes-only": {
    ...pageImporting("lib/sessions/contract"),
    "lib/sessions/contract.ts": `import "./close";`,
    "lib/sessions/close.ts": "export {};",
  },
  "labels-hold-texts-only": {
    ...pageImporting("lib/sessions/labels"),
    "lib/sessions/labels.ts": `import "./contract";`,
    "lib/sessions/contract.ts": "export {};",
  },
  "components-import-contracts-and-core-only": {
    ...pageImporting("components/session-card"),
    "components/session-card.tsx": `import "@/lib/sessions";`,
    "lib/sessions/index.ts": "export {};",
  },
  "routes-pages-and-endpoints-import-no-database": {
    "app/page.tsx": `import "@/lib/db/client";`,
    "lib/db/client.ts": "export {};",
  },
  "next-only-in-pages": { "app/v1/sessions/route.ts": `import "next/server";` },
  "production-imports-no-tests": {
    ...pageImporting("lib/testing/database"),
    "lib/testing/database.ts": "export {};",
  },
  "production-imports-no-dev-package": {
    "app/page.tsx": `import "vitest";`,
    "package.json": `{ "devDependencies": { "vitest": "5.1.0" } }`,
    "node_modules/vitest/package.json": `{ "name": "vitest", "main": "index.js" }`,
    "node_modules/vitest/index.js": "",
  },
  "no-value-cycles": {
    ...pageImporting("lib/sessions"),
    "lib/sessions/index.ts": `import { b } from "./close"; export const a = () => b;`,
    "lib/sessions/close.ts": `import { a } from "./index"; export const b = () => a;`,
  },
  "no-orphans": { "app/page.tsx": "export {};", "lib/sessions/index.ts": "export {};" },
  "imports-resolve": { "app/page.tsx": `import "@/lib/gone";` },
};

const LINT_VIOLATIONS: Record<string, SourceTree> = {
  "no-undocumented-double-cast": { "lib/log.ts": "export const log = 1 as unknown as string;" },
  "no-instanceof-failure": {
    "lib/log.ts": "export const is = (thrown: unknown) => thrown instanceof Failure;",
  },
  "no-sql-in-routes-and-pages": { "lib/http/serve.ts": "await db.sql`select 1`;" },
  "no-vague-file-names": { "lib/sessions/utils.ts": "export {};" },
  "no-retired-names": { "lib/log.ts": "export const whyNot = 1;" },
  "no-retired-words": { "lib/log.ts": "/** What the bank told. */ export {};" },
  "no-text-outside-catalogue": { "components/keys/key-table.tsx": "export const row = <p>No keys yet</p>;" },
  "no-cut-text-names": {
    "components/keys/texts.ts": `export const aNewKeyTakesIts = "A new key takes its place.";`,
  },
  "no-hooks-of-helper-modules": {
    "lib/testing/receiver.ts": `import { afterEach } from "vitest"; afterEach(() => 1);`,
  },
};

const rulesOf = (violations: { rule: string }[]) => [...new Set(violations.map(({ rule }) => rule))];
const lint = (tree: SourceTree) => findViolations(readSources(writeTree(tree)));

test("every rule has a tree that breaks it", () => {
  expect(Object.keys(IMPORT_VIOLATIONS)).toEqual(IMPORT_RULES.map(({ name }) => name));
  expect(Object.keys(LINT_VIOLATIONS)).toEqual(LINT_RULES.map(({ name }) => name));
});

test.each(Object.keys(IMPORT_VIOLATIONS))("the import rule %s fires, and alone", async (rule) => {
  const { fileCount, violations } = await checkImports(writeTree(IMPORT_VIOLATIONS[rule] ?? {}));
  expect(fileCount).toBeGreaterThan(0);
  expect(rulesOf(violations)).toEqual([rule]);
});

test.each(Object.keys(LINT_VIOLATIONS))("the rule %s fires, and alone", (rule) => {
  expect(rulesOf(lint(LINT_VIOLATIONS[rule] ?? {}))).toEqual([rule]);
});

test("biome.json forbids global variables where they are not allowed, and only there", () => {
  const root = writeTree({
    "biome.json": readFileSync("biome.json", "utf8"),
    "components/chart.tsx": `globalThis.log; fetch("/");`,
    "app/page.tsx": `fetch("/");`,
    "app/v1/sessions/route.ts": `fetch("/"); new Request("/");`,
    "lib/http/serve.ts": `fetch("/"); new Response("");`,
    "lib/process-singleton.ts": `globalThis.log; fetch("/");`,
    "lib/sessions/get.ts": "export const get = (request: Request) => new Response(request.url);",
    "lib/sessions/get.test.ts": `globalThis.log; fetch("/");`,
  });
  const biome = [path.resolve("node_modules/@biomejs/biome/bin/biome"), "lint", "--vcs-enabled=false"];
  const only = ["--only=style/noRestrictedGlobals", "--reporter=github", "."];
  const { stdout } = spawnSync(process.execPath, [...biome, ...only], { cwd: root, encoding: "utf8" });
  const found = [...stdout.matchAll(/file=(.+?),.*global variable (\w+)/g)].map(
    ([, file = "", name]) => `${path.relative(root, file)}: ${name}`,
  );
  expect(found.sort()).toEqual([
    "app/v1/sessions/route.ts: fetch",
    "components/chart.tsx: globalThis",
    "lib/http/serve.ts: fetch",
    "lib/process-singleton.ts: fetch",
    "lib/sessions/get.ts: Request",
    "lib/sessions/get.ts: Response",
  ]);
});

test("a cycle of type imports and a double cast in a documented function are allowed", async () => {
  const root = writeTree({
    ...pageImporting("lib/sessions"),
    "lib/sessions/index.ts": `import type { B } from "./close"; export type A = B; import "./close";`,
    "lib/sessions/close.ts": `import type { A } from "./index"; export type B = A;
      /** Safe because the result is unused. */
      export function cast() { return 1 as unknown as string; }
      /** Safe because the result is unused. */
      export const castToo = () => 1 as unknown as string;`,
  });
  expect(rulesOf((await checkImports(root)).violations)).toEqual([]);
  expect(findViolations(readSources(root))).toEqual([]);
});

test.each([
  ["a function", "function bumpSession() {}"],
  ["a class and its property", "class Order { told = 1; }"],
  ["a parameter", "const send = (notices: number) => 0 + notices;"],
  ["a destructured variable", "const { id: underWay } = { id: 1 };"],
  ["a property of a type", "type Payment = { isByHand: boolean };"],
  ["a method of an interface", "interface Log { listDeeds(): void }"],
  ["an import", `import { DOOR } from "./env";`],
  ["a constant", "const MOST_RETRIES = 3;"],
])("a retired word is found in the name of %s", (_, text) => {
  expect(lint({ "lib/log.ts": text })).toEqual([{ rule: "no-retired-names", from: "lib/log.ts:1", to: "" }]);
});

test("a retired word is found in the name of a folder or file", () => {
  expect(lint({ "lib/roster/get.ts": "", "lib/sessions/by-hand.ts": "" })).toHaveLength(2);
});

test("retired words are compared as whole words, and only in declared names", () => {
  const names = ["lighthouse", "indoors", "handByHand", "mostRecent", "onnotice", "why", "not"];
  expect(names.filter(findRetiredWord)).toEqual(["handByHand"]);
  expect(lint({ "lib/log.ts": `/** A house. */ export const log = { notice: "house".told };` })).toEqual([]);
});

test.each([
  ["a comment", "// Left to whoever reads it.\nexport {};"],
  ["a docstring of a member", "interface Event {\n  /** Set by hand. */\n  mode: string;\n}"],
  ["a comment at the end of a line", "export const log = 1; // told by the bank"],
  ["a comment over two lines", "/**\n * Sends one by\n * hand.\n */\nexport {};"],
  ["a test's title", `test("the roster never changes", () => {});`],
  ["a log message", "log.info(`Exports are under way`);"],
  ["an error", `throw new Error("The bank told another amount");`],
  ["a text on a screen", "const row = <p>Nobody on it</p>;"],
  ["a former text of a screen", "const row = <p>Print the night</p>;"],
])("a retired word is found in %s", (_, text) => {
  const [found, ...others] = lint({ "lib/log.tsx": text });
  expect({ found, others }).toMatchObject({ found: { rule: "no-retired-words" }, others: [] });
});

test.each([
  ["a text between tags", "const row = <p>by {name}</p>;"],
  ["an attribute", `const row = <Card title="Keys" />;`],
  ["a text with a value", `const row = <p>{\`\${count} working\`}</p>;`],
  ["a property", `const column = { key: "used", title: "Last used" };`],
  ["an argument", `toast({ text: "The key is revoked." });`],
  ["a choice", `const text = isOpen ? "is open" : closed;`],
  ["a constant of looks", `const LOOKS = { stale: { word: "Not live", dot: "bg-red-solid" } };`],
  ["parentheses", `const body = excerpt || "(no body)";`],
  ["a word with a hyphen", `const WAYS = { email: "E-mail" };`],
])("a screen's text outside of its catalogue is found in %s", (_, text) => {
  const rule = "no-text-outside-catalogue";
  expect(lint({ "components/keys/key-table.tsx": text })).toMatchObject([{ rule }]);
  expect(lint({ "components/keys/texts.ts": `export const text = "The key is revoked.";` })).toEqual([]);
});

test("styles, identifiers, keys, paths and log messages are no texts of a screen", () => {
  const code = [
    `const row = <p className="flex min-h-10 border" role="alert" d="M2 12a10 10" />;`,
    `const box = cn("grid gap-3", isOpen && "text-ink-2");`,
    `if (event.key === "Enter" || kind === "POS terminal") log.info("a page failed");`,
    `document.querySelector("main [data-skeleton]");`,
    `const QUERY = "(prefers-color-scheme: dark)";`,
    `throw new Error("The sign-out request failed.");`,
    `const move = \`translate(0 \${top})\`;`,
  ];
  expect(lint({ "components/keys/key-table.tsx": code.join("\n") })).toEqual([]);
});

test("a word in SQL, in a value of one word or in part of a word is not retired", () => {
  expect(
    lint({ "lib/log.ts": "export const a = [sql`select told from the_roster`, 'nobody', 'a fateful day'];" }),
  ).toEqual([]);
});

test("no document contains a retired word", () => {
  const documents = readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name));
  const found = [...documents, "README.md", "CHANGELOG.md"].flatMap((file) =>
    readFileSync(file, "utf8")
      .split(/\n\s*\n/)
      .flatMap((paragraph) => findRetiredWordInText(paragraph.replace(/\s+/g, " "))?.word ?? [])
      .map((word) => `${file}: ${word}`),
  );
  expect(documents.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});
