/** Guarantee: this repository follows the import and lint rules and meets the metric thresholds. */
import { spawnSync } from "node:child_process";
import { beforeAll, expect, test } from "vitest";
import { checkImports, IMPORT_RULES } from "./boundaries.mjs";
import { findViolations, LINT_RULES } from "./lint-rules.mjs";
import { readSources } from "./sources.mjs";
import { computeMetrics } from "./thresholds.mjs";

const ROOT = process.cwd();
const sources = readSources(ROOT);

const lintViolations = findViolations(sources);
let imports: Awaited<ReturnType<typeof checkImports>>;
beforeAll(async () => {
  imports = await checkImports(ROOT);
});

/** The locations that violate a rule, as text for the assertion's message. */
const locationsOf = (violations: typeof lintViolations, rule: string) =>
  violations.filter((violation) => violation.rule === rule).map(({ from, to }) => `${from} → ${to}`);

// Without this test an empty list of files would pass all others.
test("every source file is read", () => {
  // Style sheets import no module.
  const inFolders = sources.filter(({ file }) => file.includes("/") && !file.endsWith(".css"));
  expect(inFolders.length).toBeGreaterThan(200);
  expect(imports.fileCount).toBeGreaterThanOrEqual(inFolders.length);
});

test.each(IMPORT_RULES.map(({ name }) => name))("the boundary %s is kept", (rule) => {
  expect(locationsOf(imports.violations, String(rule))).toEqual([]);
});

test.each(LINT_RULES.map(({ name }) => name))("the rule %s is kept", (rule) => {
  expect(locationsOf(lintViolations, rule)).toEqual([]);
});

test("every metric meets its threshold", () => {
  expect(computeMetrics(sources, imports).filter(({ isMet }) => !isMet)).toEqual([]);
});

test("knip finds no unused file, export, type or package, and no package missing from package.json", {
  timeout: 120_000,
}, () => {
  const knip = ["node_modules/knip/bin/knip.js", "--no-progress", "--no-config-hints"];
  const kinds = "files,exports,types,dependencies,unlisted,unresolved,binaries";
  const { stdout, stderr, status } = spawnSync(process.execPath, [...knip, "--include", kinds], {
    encoding: "utf8",
  });
  expect(`${stdout}${stderr}`.trim()).toBe("");
  expect(status).toBe(0);
});
