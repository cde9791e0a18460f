import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const reports = mkdtempSync(path.join(os.tmpdir(), "takings-reports-"));

/** @typedef {{ passed: number, failed: number, names: string[] }} Count */

/**
 * Runs one of the project's tools to its end, its output going where ours goes.
 *
 * @param {string} program path from the root
 * @param {string[]} args
 * @param {Record<string, string>} [settings]
 * @returns {Promise<boolean>} whether it ended well
 */
function run(program, args, settings = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(ROOT, program), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT"])) process.once(signal, forward);
    child.once("error", () => resolve(false));
    child.once("close", (code) => {
      for (const signal of ["SIGTERM", "SIGINT"]) process.removeListener(signal, forward);
      resolve(code === 0);
    });
  });
}

/** @param {string} name */
function readReport(name) {
  const file = path.join(reports, name);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/**
 * A run that ended badly counts as a failure even where no single test did.
 *
 * @param {boolean} endedWell @param {Count} count
 * @returns {Count}
 */
function withEnd(endedWell, { passed, failed, names }) {
  return { passed, failed: endedWell ? failed : Math.max(failed, 1), names };
}

/** @param {string} program @param {string[]} args */
async function check(program, args) {
  const endedWell = await run(program, args);
  return { passed: endedWell ? 1 : 0, failed: endedWell ? 0 : 1, names: [] };
}

async function unitTests() {
  const file = path.join(reports, "vitest.json");
  const endedWell = await run("node_modules/vitest/vitest.mjs", [
    ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
  ]);
  const report = readReport("vitest.json");
  if (!report) return { passed: 0, failed: 1, names: [] };
  /** @type {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }[]} */
  const files = report.testResults;
  const names = files.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === "failed");
    // A file that cannot even be loaded holds no test that could fail.
    if (status === "failed" && failed.length === 0) return [path.relative(ROOT, name)];
    return failed.map(({ fullName }) => `${path.relative(ROOT, name)}: ${fullName}`);
  });
  return withEnd(endedWell, { passed: report.numPassedTests, failed: names.length, names });
}

/**
 * @typedef {{ file: string, title: string, ok: boolean }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];

async function browserTests() {
  const endedWell = await run(
    "node_modules/@playwright/test/cli.js",
    ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json"],
    { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, "playwright.json") },
  );
  const report = readReport("playwright.json");
  if (!report) return { passed: 0, failed: 1, names: [] };
  const { expected, unexpected, flaky } = report.stats;
  const names = specsIn(report)
    .filter(({ ok }) => !ok)
    .map(({ file, title }) => `e2e/${file}: ${title}`);
  return withEnd(endedWell, { passed: expected, failed: unexpected + flaky + report.errors.length, names });
}

/** @type {[string, () => Promise<Count>][]} */
const STAGES = [
  ["Types", () => check("node_modules/typescript/bin/tsc", ["--noEmit"])],
  ["Lint", () => check("node_modules/@biomejs/biome/bin/biome", ["check", "."])],
  ["House, unit and database tests", unitTests],
  ["Build", () => check("lib/launch/build.mjs", [])],
  ["End-to-end tests", browserTests],
];

const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];
/** @type {string[]} */
const summary = [];
for (const [name, stage] of STAGES) {
  process.stdout.write(`\n── ${name}\n`);
  const startedAt = Date.now();
  const { passed, failed, names } = await stage();
  total.passed += passed;
  total.failed += failed;
  failures.push(...names);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  summary.push(`${failed === 0 ? "✓" : "✗"} ${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
}
rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) process.stdout.write(`\nWhat failed:\n${failures.join("\n")}\n`);
process.stdout.write(`\n${summary.join("\n")}\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
