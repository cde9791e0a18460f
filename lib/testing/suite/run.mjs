import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { PARTS, parsePart, partOfCommit, selectTests, toListLine } from "./parts.mjs";
import { readListed, readPlaywright, readVitest, slowest } from "./reports.mjs";

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
const SLOWEST_SHOWN = 10;
const { values: options } = parseArgs({ options: { all: { type: "boolean" }, part: { type: "string" } } });
/** The part of the slow tests that runs, from 0; undefined: all. */
const part = options.all ? undefined : readPart(options.part);
const reports = mkdtempSync(path.join(os.tmpdir(), "takings-reports-"));

/** @typedef {import("./reports.mjs").Outcome} Outcome */

/** Reads the option `--part`; without it the commit decides. Ends the process if there is no such part. @param {string} [text] */
function readPart(text) {
  if (text === undefined) return partOfCommit();
  try {
    return parsePart(text);
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
    process.exit(1);
  }
}

/**
 * How to run a tool. `isBackground`: its output is returned when it ends instead of printed, and it runs at the
 * lowest priority.
 *
 * @typedef {{ isBackground?: boolean, settings?: Record<string, string> }} RunOptions
 */

/**
 * Runs one of the project's tools to its end. Returns whether it succeeded, and its output if it ran in the
 * background.
 *
 * @param {string} program path from the root
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ succeeded: boolean, output: string }>}
 */
function run(program, args, { isBackground = false, settings = {} } = {}) {
  return new Promise((resolve) => {
    const stdio = isBackground ? "pipe" : "inherit";
    const child = spawn(process.execPath, [path.join(ROOT, program), ...args], {
      cwd: ROOT,
      env: { ...process.env, ...settings },
      stdio: ["ignore", stdio, stdio],
    });
    if (isBackground) lowerPriority(child.pid);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    const forward = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    const signals = /** @type {const} */ (["SIGTERM", "SIGINT"]);
    for (const signal of signals) process.on(signal, forward);
    const end = (/** @type {boolean} */ succeeded) => {
      for (const signal of signals) process.removeListener(signal, forward);
      resolve({ succeeded, output });
    };
    child.once("error", () => end(false));
    child.once("close", (code) => end(code === 0));
  });
}

/** Gives a process that was just started, and its children, the lowest priority. @param {number | undefined} pid */
function lowerPriority(pid) {
  try {
    if (pid) os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch {
    // The process has ended, or the system does not support priorities: it runs unchanged.
  }
}

/**
 * Reads a tool's report. A failed run counts as a failure even if no single test failed, and so does one without a
 * report.
 *
 * @template R
 * @param {boolean} succeeded
 * @param {string} reportName
 * @param {(report: R) => Outcome} read
 * @returns {Outcome}
 */
function outcomeOf(succeeded, reportName, read) {
  const file = path.join(reports, reportName);
  if (!existsSync(file)) return { passed: 0, failed: 1, names: [], files: [] };
  const outcome = read(JSON.parse(readFileSync(file, "utf8")));
  return { ...outcome, failed: succeeded ? outcome.failed : Math.max(outcome.failed, 1) };
}

async function unitTests() {
  const file = path.join(reports, "vitest.json");
  const { succeeded } = await run("node_modules/vitest/vitest.mjs", [
    ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    ...(part === undefined ? [] : [`--mode=part-${part}`]),
  ]);
  return outcomeOf(succeeded, "vitest.json", (report) => readVitest(report, ROOT));
}

/**
 * Runs end-to-end tests with a JSON report.
 *
 * @param {string} reportName
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
const playwright = (reportName, args, options) =>
  run(
    "node_modules/@playwright/test/cli.js",
    ["test", "--config", "e2e/playwright.config.ts", "--reporter=list,json", ...args],
    { ...options, settings: { PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, reportName) } },
  );

/** Writes the list of the tests of this part. Returns the arguments that select them; none for all, and if none can be listed. */
async function selectBrowserTests() {
  if (part === undefined) return [];
  const { succeeded } = await playwright("listed.json", ["--list"], { isBackground: true });
  // A run without a list shows the error that the listing met, such as a file that cannot be loaded.
  if (!succeeded) return [];
  const listed = readListed(JSON.parse(readFileSync(path.join(reports, "listed.json"), "utf8")));
  const file = path.join(reports, "selected.txt");
  writeFileSync(file, selectTests(listed, part).map(toListLine).join("\n"));
  return [`--test-list=${file}`];
}

async function browserTests() {
  const { succeeded } = await playwright("playwright.json", await selectBrowserTests());
  return outcomeOf(succeeded, "playwright.json", readPlaywright);
}

const startedAt = Date.now();
const secondsSince = (/** @type {number} */ moment) => ((Date.now() - moment) / 1000).toFixed(1);
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];
/** @type {string[]} */
const summary = [];
/** @type {import("./reports.mjs").FileTime[]} */
const files = [];

const headline = (/** @type {string} */ name) => process.stdout.write(`\n── ${name}\n`);

/**
 * Runs one stage and adds it to the totals.
 *
 * @param {string} name
 * @param {() => Promise<Outcome>} work
 */
async function stage(name, work) {
  const began = Date.now();
  const outcome = await work();
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  failures.push(...outcome.names);
  files.push(...outcome.files);
  const mark = outcome.failed === 0 ? "✓" : "✗";
  summary.push(
    `${mark} ${name}: ${outcome.passed} passed, ${outcome.failed} failed (${secondsSince(began)} s)`,
  );
}

/** Checks types, lint and build one after another, because the build writes types that the type check reads. */
async function runBackgroundChecks() {
  /** @type {[name: string, program: string, args: string[]][]} */
  const checks = [
    ["Types", "node_modules/typescript/bin/tsc", ["--noEmit"]],
    ["Lint", "node_modules/@biomejs/biome/bin/biome", ["check", "."]],
    ["Build", "lib/launch/build.mjs", []],
  ];
  /** @type {string[]} */
  const outputs = [];
  for (const [name, program, args] of checks) {
    await stage(name, async () => {
      const { succeeded, output } = await run(program, args, { isBackground: true });
      outputs.push(`\n── ${name}\n${output}`);
      return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, names: [], files: [] };
    });
  }
  return outputs.join("");
}

if (part !== undefined)
  process.stdout.write(`Slow tests: part ${part} of 0 to ${PARTS - 1} (npm run test:all runs all)\n`);
// The unit and database tests often wait; the checks, which only compute, use that time.
const checked = runBackgroundChecks();
headline("Quality checks, unit and database tests");
await stage("Quality checks, unit and database tests", unitTests);
process.stdout.write(await checked);
headline("End-to-end tests");
await stage("End-to-end tests", browserTests);

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) process.stdout.write(`\nWhat failed:\n${failures.join("\n")}\n`);
process.stdout.write(`\nSlowest files:\n${slowest(files, SLOWEST_SHOWN).join("\n")}\n`);
summary.push(`  All stages: ${secondsSince(startedAt)} s`);
process.stdout.write(`\n${summary.join("\n")}\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
