import { existsSync } from "node:fs";
import path from "node:path";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

/** Folders of `lib` that are not domains. Every other folder is one, so a new domain needs no entry here. */
const NOT_DOMAINS =
  "core|db|security|http|endpoints|auth|openapi|docs|public-pages|client|server|launch|cli|testing|quality";
const CORE = "^lib/core/";
const FOUNDATION =
  "^lib/(db|security)/|^lib/(batches|database-urls|env|log|metrics|poll-loop|process-singleton|tracing)\\.ts$";
const DOMAIN = `^lib/(?!(?:${NOT_DOMAINS})/)[^/]+/`;
const TRANSPORT = "^lib/(http|endpoints|auth)/";
const ENTRY_POINTS = "^(app|components)/|^lib/(openapi|docs|public-pages|server|launch|cli)/";
const PROJECT = "^(app|components|lib|drizzle|e2e)/";

/** Files loaded only by tests, benchmarks and development tools. */
const TESTS = [
  "\\.(test|spec)\\.tsx?$",
  "^lib/testing/",
  "^lib/[^/]+/testing/",
  "^lib/quality/",
  "^lib/server/fixture\\.ts$",
  "^e2e/",
];
/** Files that a process, a build or Next loads first. No other file imports them. */
const ROOT_FILES = [
  "^app/",
  "^next\\.config\\.mjs$",
  "^lib/launch/(start|takings|build)\\.mjs$",
  "^lib/(launch|cli|exports/worker)/main\\.ts$",
  "^lib/server/generate\\.mjs$",
  "^lib/client/(index\\.ts|build\\.mjs)$",
  "^drizzle/drizzle\\.config\\.ts$",
];

/** The patterns of npm packages: the bare import, and the file it resolves to. */
const packagePatterns = (/** @type {string} */ names) => [`^(${names})(/|$)`, `node_modules/(${names})/`];

/**
 * The layers of `docs/architecture.md` as dependency-cruiser rules. `rules.test.ts` checks that each rule fires.
 *
 * @type {import("dependency-cruiser").IForbiddenRuleType[]}
 */
export const IMPORT_RULES = [
  {
    name: "core-imports-nothing-else",
    comment: "lib/core ships to the browser and depends only on zod.",
    from: { path: CORE, pathNot: TESTS },
    to: { path: PROJECT, pathNot: CORE },
  },
  {
    name: "client-imports-nothing-else",
    comment: "The client is a package of its own, which platforms install without the service.",
    from: { path: "^lib/client/", pathNot: TESTS },
    to: { path: PROJECT, pathNot: "^lib/client/" },
  },
  {
    name: "foundation-imports-down-only",
    comment: "The database, settings, log and security code do not depend on domains.",
    from: { path: FOUNDATION, pathNot: TESTS },
    to: { path: PROJECT, pathNot: `${CORE}|${FOUNDATION}` },
  },
  {
    name: "domains-import-down-only",
    comment: "A domain does not depend on the code that calls it.",
    from: { path: DOMAIN, pathNot: TESTS },
    to: { path: `${TRANSPORT}|${ENTRY_POINTS}` },
  },
  {
    name: "transport-imports-down-only",
    comment: "lib/http, lib/endpoints and lib/auth do not depend on routes, pages or the HTTP server.",
    from: { path: TRANSPORT, pathNot: TESTS },
    to: { path: ENTRY_POINTS },
  },
  {
    name: "domain-internals-are-private",
    comment:
      "Outside a domain import only index.ts (server), contract.ts (schemas), labels.ts (texts) or testing/ (tests).",
    // The benchmark measures single files of a domain and is not shipped.
    from: { path: "^lib/([^/]+)|^(app|components|drizzle|e2e)", pathNot: "^e2e/bench/" },
    to: {
      path: DOMAIN,
      pathNot: ["^lib/$1/", "^lib/[^/]+/(index|contract|labels)\\.ts$", "^lib/[^/]+/testing/"],
    },
  },
  {
    name: "schema-only-through-index",
    comment: "Tables are imported from lib/db/schema, so that a table can move to another file.",
    from: { path: "^", pathNot: "^lib/db/" },
    to: { path: "^lib/db/schema/", pathNot: "^lib/db/schema/index\\.ts$" },
  },
  {
    name: "contracts-hold-shapes-only",
    comment: "The browser loads contracts too: they import only zod, lib/core, labels and other contracts.",
    from: { path: "^lib/.*contract\\.ts$" },
    to: { path: "^", pathNot: [...packagePatterns("zod"), CORE, "/(contract|labels)\\.ts$"] },
  },
  {
    name: "labels-hold-texts-only",
    comment: "A page loads labels before it is interactive: they import nothing, not even zod.",
    from: { path: "^lib/.*/labels\\.ts$" },
    to: { path: "^" },
  },
  {
    name: "components-import-contracts-and-core-only",
    comment: "A component gets its data from props or a JSON endpoint, never from a domain function.",
    from: { path: "^components/", pathNot: TESTS },
    to: { path: "^(app|lib|drizzle)/", pathNot: `${CORE}|/(contract|labels)\\.ts$` },
  },
  {
    name: "routes-pages-and-endpoints-import-no-database",
    comment: "Only domains query the database.",
    // The health endpoint only checks the connection; it queries no table.
    from: { path: `^(app|components)/|${TRANSPORT}`, pathNot: [...TESTS, "^lib/http/health\\.ts$"] },
    to: { path: [...packagePatterns("drizzle-orm|postgres"), "^lib/db/", "^drizzle/"] },
  },
  {
    name: "next-only-in-pages",
    comment: "/v1 and lib run without Next; only lib/server starts it.",
    from: { path: "^app/v1/|^lib/", pathNot: "^lib/server/" },
    to: { path: packagePatterns("next") },
  },
  {
    name: "production-imports-no-tests",
    comment: "Production code imports no test, fixture or test tool.",
    from: { path: PROJECT, pathNot: TESTS },
    to: { path: TESTS },
  },
  {
    name: "production-imports-no-dev-package",
    comment: "npm start works after npm ci --omit=dev.",
    // The client has a package.json of its own; its build needs development packages.
    from: { path: "^(app|components|lib)/", pathNot: [...TESTS, "^lib/client/"] },
    to: { dependencyTypes: ["npm-dev", "npm-no-pkg"], dependencyTypesNot: ["type-only"] },
  },
  {
    name: "no-value-cycles",
    comment: "Files that load each other have an undefined load order. Type-only cycles are allowed.",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "no-orphans",
    comment: "A file that no production entry point reaches is dead code.",
    from: { path: ROOT_FILES, pathNot: TESTS },
    to: { path: "^(lib|components|drizzle)/", pathNot: [...TESTS, ...ROOT_FILES], reachable: false },
  },
  {
    name: "imports-resolve",
    comment: "An import that does not resolve cannot be checked by the other rules.",
    from: {},
    to: { path: "^(@/|\\.)", couldNotResolve: true },
  },
];

/**
 * One import of a file of the project by another, both as paths from the root.
 *
 * @typedef {{ from: string, to: string, isTypeOnly: boolean }} Import
 */

/**
 * Follows every import below `root`. Returns the number of files read, their imports of each other, and the violations
 * found. A `fileCount` of 0
 * means that dependency-cruiser could not read the files (it does not support every TypeScript version), so callers
 * check it: an empty list of violations alone proves nothing.
 *
 * @param {string} root
 * @returns {Promise<{ fileCount: number, imports: Import[], violations: import("./lint-rules.mjs").Violation[] }>}
 */
export async function checkImports(root) {
  const tsConfig = path.join(root, "tsconfig.json");
  const { output } = await cruise(
    ["app", "components", "lib", "drizzle", "e2e", "next.config.mjs"].filter((entry) =>
      existsSync(path.join(root, entry)),
    ),
    {
      baseDir: root,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "\\.css$|(?<!/openapi)\\.json$|(^|/)\\.next/|^e2e/.*/node_modules/" },
      tsPreCompilationDeps: true,
      tsConfig: { fileName: tsConfig },
      validate: true,
      ruleSet: { forbidden: IMPORT_RULES },
    },
    undefined,
    { tsConfig: extractTSConfig(tsConfig) },
  );
  if (typeof output === "string") throw new Error("dependency-cruiser returned text instead of an object");
  const modules = output.modules.filter(({ source }) => new RegExp(PROJECT).test(source));
  return {
    fileCount: modules.length,
    imports: modules.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => new RegExp(PROJECT).test(resolved))
        .map(({ resolved, dependencyTypes }) => ({
          from: source,
          to: resolved,
          isTypeOnly: dependencyTypes.includes("type-only"),
        })),
    ),
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
