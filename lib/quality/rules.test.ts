/** Guarantee: no rule of the house is asleep. Each is shown a tree that breaks it, and must name itself. */
import { expect, test } from "vitest";
import { BOUNDARIES, cruiseTree } from "./boundaries.mjs";
import { readWords, WORDS } from "./lint-rules.mjs";
import { readSources } from "./sources.mjs";
import { plant, type Tree } from "./trees";

/** Makes a file reachable, so that a tree breaks one rule and no other. */
const reaching = (target: string) => ({ "app/page.tsx": `import "@/${target}";` });

const BROKEN_BOUNDARIES: Record<string, Tree> = {
  "core-imports-nothing-of-ours": {
    ...reaching("lib/core/money"),
    "lib/core/money.ts": `import "@/lib/log";`,
    "lib/log.ts": "export {};",
  },
  "ground-imports-down-only": {
    ...reaching("lib/security/hmac"),
    "lib/security/hmac.ts": `import "@/lib/sessions";`,
    "lib/sessions/index.ts": "export {};",
  },
  "domains-import-down-only": {
    ...reaching("lib/sessions"),
    "lib/sessions/index.ts": `import "@/lib/http/serve";`,
    "lib/http/serve.ts": "export {};",
  },
  "transport-imports-down-only": {
    ...reaching("lib/http/serve"),
    "lib/http/serve.ts": `import "@/lib/server/server";`,
    "lib/server/server.ts": "export {};",
  },
  "domain-is-entered-by-its-door": {
    ...reaching("lib/terminals"),
    "lib/terminals/index.ts": `import "@/lib/sessions/close";`,
    "lib/sessions/close.ts": "export {};",
  },
  "schema-is-entered-by-its-index": {
    ...reaching("lib/sessions"),
    "lib/sessions/index.ts": `import "@/lib/db/schema/sessions";`,
    "lib/db/schema/sessions.ts": "export {};",
  },
  "contracts-hold-shapes-only": {
    ...reaching("lib/sessions/contract"),
    "lib/sessions/contract.ts": `import "./close";`,
    "lib/sessions/close.ts": "export {};",
  },
  "words-hold-names-only": {
    ...reaching("lib/sessions/words"),
    "lib/sessions/words.ts": `import "./contract";`,
    "lib/sessions/contract.ts": "export {};",
  },
  "components-see-contracts-and-core-only": {
    ...reaching("components/session-card"),
    "components/session-card.tsx": `import "@/lib/sessions";`,
    "lib/sessions/index.ts": "export {};",
  },
  "routes-pages-and-endpoints-hold-no-sql": {
    "app/page.tsx": `import "@/lib/db/client";`,
    "lib/db/client.ts": "export {};",
  },
  "next-stays-with-the-pages": { "app/v1/sessions/route.ts": `import "next/server";` },
  "tests-are-for-tests": {
    ...reaching("lib/testing/database"),
    "lib/testing/database.ts": "export {};",
  },
  "production-needs-no-dev-package": {
    "app/page.tsx": `import "vitest";`,
    "package.json": `{ "devDependencies": { "vitest": "5.1.0" } }`,
    "node_modules/vitest/package.json": `{ "name": "vitest", "main": "index.js" }`,
    "node_modules/vitest/index.js": "",
  },
  "no-value-cycles": {
    ...reaching("lib/sessions"),
    "lib/sessions/index.ts": `import { b } from "./close"; export const a = () => b;`,
    "lib/sessions/close.ts": `import { a } from "./index"; export const b = () => a;`,
  },
  "no-orphans": { "app/page.tsx": "export {};", "lib/sessions/index.ts": "export {};" },
  "imports-resolve": { "app/page.tsx": `import "@/lib/gone";` },
};

const BROKEN_WORDS: Record<string, Tree> = {
  "settings-are-read-in-one-home": { "lib/log.ts": "export const level = process.env.LEVEL;" },
  "one-a-process-is-made-by-once": { "lib/log.ts": "Object.assign(globalThis, { log: 1 });" },
  "no-any": { "lib/log.ts": "export const log: any = 1;" },
  "double-casts-are-named": { "lib/log.ts": "export const log = 1 as unknown as string;" },
  "failures-are-told-apart-by-code": {
    "lib/log.ts": "export const is = (thrown: unknown) => thrown instanceof Failure;",
  },
  "nothing-goes-out-by-fetch": { "lib/webhooks/attempt.ts": `await fetch("http://127.0.0.1");` },
  "domains-see-no-request": { "lib/sessions/get.ts": "export const get = (request: Request) => request;" },
  "routes-and-pages-write-no-statement": { "lib/http/serve.ts": "await db.sql`select 1`;" },
  "files-are-named-for-what-they-hold": { "lib/sessions/utils.ts": "export {};" },
};

const rulesOf = (breaches: { rule: string }[]) => [...new Set(breaches.map(({ rule }) => rule))];

test("every rule has a tree that breaks it", () => {
  expect(Object.keys(BROKEN_BOUNDARIES)).toEqual(BOUNDARIES.map(({ name }) => name));
  expect(Object.keys(BROKEN_WORDS)).toEqual(WORDS.map(({ name }) => name));
});

test.each(Object.keys(BROKEN_BOUNDARIES))("the boundary %s fires, and alone", async (rule) => {
  const { fileCount, breaches } = await cruiseTree(plant(BROKEN_BOUNDARIES[rule] ?? {}));
  expect(fileCount).toBeGreaterThan(0);
  expect(rulesOf(breaches)).toEqual([rule]);
});

test.each(Object.keys(BROKEN_WORDS))("the rule %s fires, and alone", (rule) => {
  expect(rulesOf(readWords(readSources(plant(BROKEN_WORDS[rule] ?? {}))))).toEqual([rule]);
});

test("a cycle of types alone is none, and a double cast in a documented function is allowed", async () => {
  const root = plant({
    ...reaching("lib/sessions"),
    "lib/sessions/index.ts": `import type { B } from "./close"; export type A = B; import "./close";`,
    "lib/sessions/close.ts": `import type { A } from "./index"; export type B = A;
      /** Holds because nothing reads it. */
      export function cast() { return 1 as unknown as string; }
      /** Holds because nothing reads it. */
      export const castToo = () => 1 as unknown as string;`,
  });
  expect(rulesOf((await cruiseTree(root)).breaches)).toEqual([]);
  expect(readWords(readSources(root))).toEqual([]);
});
