import path from "node:path";
import { cruise } from "dependency-cruiser";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";

/** What is not a domain: every other folder of `lib` is one, also one that is yet to come. */
const NOT_DOMAINS = "core|db|security|http|endpoints|auth|door|launch|cli|testing|house";
const CORE = "^lib/core/";
const GROUND = "^lib/(db|security)/|^lib/(env|log|process)\\.ts$";
const DOMAIN = `^lib/(?!(?:${NOT_DOMAINS})/)[^/]+/`;
const TRANSPORT = "^lib/(http|endpoints|auth)/";
const WAYS_IN = "^(app|components)/|^lib/(door|launch|cli)/";
const OURS = "^(app|components|lib|drizzle|e2e)/";

/** Files that only tests and their tools load. */
const TESTS = [
  "\\.(test|spec)\\.tsx?$",
  "^lib/testing/",
  "^lib/[^/]+/testing/",
  "^lib/quality/",
  "^lib/server/fixture\\.ts$",
  "^e2e/",
];
/** Where a process, a build or Next begins to read; nothing imports these. */
const ENTRIES = [
  "^app/",
  "^lib/launch/(start|takings|build)\\.mjs$",
  "^lib/(launch|cli)/main\\.ts$",
  "^lib/server/generate\\.mjs$",
  "^drizzle/drizzle\\.config\\.ts$",
];

const packages = (/** @type {string} */ names) => [`^(${names})(/|$)`, `node_modules/(${names})/`];

/**
 * The floors and doors of the house (`docs/architecture.md`), as rules of dependency-cruiser. Each has been seen to
 * fire: `rules.test.ts` holds a tree that breaks it.
 *
 * @type {import("dependency-cruiser").IForbiddenRuleType[]}
 */
export const BOUNDARIES = [
  {
    name: "core-imports-nothing-of-ours",
    comment: "lib/core ships to the browser: it stands on zod alone.",
    from: { path: CORE, pathNot: TESTS },
    to: { path: OURS, pathNot: CORE },
  },
  {
    name: "ground-imports-down-only",
    comment: "The database, the settings, the log and the locks know no domain.",
    from: { path: GROUND, pathNot: TESTS },
    to: { path: OURS, pathNot: `${CORE}|${GROUND}` },
  },
  {
    name: "domains-import-down-only",
    comment: "A domain knows nobody who calls it.",
    from: { path: DOMAIN, pathNot: TESTS },
    to: { path: `${TRANSPORT}|${WAYS_IN}` },
  },
  {
    name: "transport-imports-down-only",
    comment: "The wrapper, the endpoints and the sign-in know no route, page or port.",
    from: { path: TRANSPORT, pathNot: TESTS },
    to: { path: WAYS_IN },
  },
  {
    name: "domain-is-entered-by-its-door",
    comment:
      "From outside a domain: index.ts for the server, contract.ts for shapes, words.ts for names; testing/ for tests.",
    // The bench weighs a domain's parts one by one, and ships nowhere.
    from: { path: "^lib/([^/]+)|^(app|components|drizzle|e2e)", pathNot: "^e2e/bench/" },
    to: {
      path: DOMAIN,
      pathNot: ["^lib/$1/", "^lib/[^/]+/(index|contract|words)\\.ts$", "^lib/[^/]+/testing/"],
    },
  },
  {
    name: "schema-is-entered-by-its-index",
    comment: "Tables come from lib/db/schema, so that one may move to another file.",
    from: { path: "^", pathNot: "^lib/db/" },
    to: { path: "^lib/db/schema/", pathNot: "^lib/db/schema/index\\.ts$" },
  },
  {
    name: "contracts-hold-shapes-only",
    comment: "A contract is read by the browser too: zod, lib/core, words and other contracts.",
    from: { path: "^lib/.*contract\\.ts$" },
    to: { path: "^", pathNot: [...packages("zod"), CORE, "/(contract|words)\\.ts$"] },
  },
  {
    name: "words-hold-names-only",
    comment: "A page fetches them before it can be used: they need nothing, not even zod.",
    from: { path: "^lib/.*/words\\.ts$" },
    to: { path: "^" },
  },
  {
    name: "components-see-contracts-and-core-only",
    comment: "A component gets its data by props or from the JSON door, never from a verb.",
    from: { path: "^components/", pathNot: TESTS },
    to: { path: "^(app|lib|drizzle)/", pathNot: `${CORE}|/(contract|words)\\.ts$` },
  },
  {
    name: "routes-pages-and-endpoints-hold-no-sql",
    comment: "SQL lives in the domains.",
    // Health asks nothing of the tables, only whether the database answers.
    from: { path: `^(app|components)/|${TRANSPORT}`, pathNot: [...TESTS, "^lib/http/health\\.ts$"] },
    to: { path: [...packages("drizzle-orm|postgres"), "^lib/db/", "^drizzle/"] },
  },
  {
    name: "next-stays-with-the-pages",
    comment: "/v1 and lib run without Next; lib/server alone starts it.",
    from: { path: "^app/v1/|^lib/", pathNot: "^lib/server/" },
    to: { path: packages("next") },
  },
  {
    name: "tests-are-for-tests",
    comment: "What runs in production imports no test, no fixture and no test's tool.",
    from: { path: OURS, pathNot: TESTS },
    to: { path: TESTS },
  },
  {
    name: "production-needs-no-dev-package",
    comment: "npm start works after npm ci --omit=dev.",
    from: { path: "^(app|components|lib)/", pathNot: TESTS },
    to: { dependencyTypes: ["npm-dev", "npm-no-pkg"], dependencyTypesNot: ["type-only"] },
  },
  {
    name: "no-value-cycles",
    comment: "Two files that need each other to load are one file, or three.",
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "no-orphans",
    comment: "A file that nothing in production reaches is dead.",
    from: { path: ENTRIES, pathNot: TESTS },
    to: { path: "^(lib|components|drizzle)/", pathNot: [...TESTS, ...ENTRIES], reachable: false },
  },
  {
    name: "imports-resolve",
    comment: "An import that cannot be followed hides what it breaks.",
    from: {},
    to: { path: "^(@/|\\.)", couldNotResolve: true },
  },
];

/**
 * Follows every import below `root` and answers how many files were read and which rules they break. A count of
 * zero means that nothing was read (a compiler that dependency-cruiser does not know), not that all is well.
 *
 * @param {string} root
 * @returns {Promise<{ fileCount: number, breaches: { rule: string, from: string, to: string }[] }>}
 */
export async function cruiseTree(root) {
  const tsConfig = path.join(root, "tsconfig.json");
  const { output } = await cruise(
    ["app", "components", "lib", "drizzle", "e2e"],
    {
      baseDir: root,
      doNotFollow: { path: "node_modules" },
      exclude: { path: "\\.(css|json)$|(^|/)\\.next/" },
      tsPreCompilationDeps: true,
      tsConfig: { fileName: tsConfig },
      validate: true,
      ruleSet: { forbidden: BOUNDARIES },
    },
    undefined,
    { tsConfig: extractTSConfig(tsConfig) },
  );
  if (typeof output === "string")
    throw new Error("dependency-cruiser answers an object unless told otherwise");
  return {
    fileCount: output.modules.filter(({ source }) => new RegExp(OURS).test(source)).length,
    breaches: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}
