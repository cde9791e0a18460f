import path from "node:path";
import { stripVTControlCharacters } from "node:util";

const MAX_REASON = 300;

/**
 * A failed test in one line: what it is called, and the start of its error message.
 *
 * @param {string} name
 * @param {string | undefined} message
 */
function nameFailure(name, message) {
  const reason = stripVTControlCharacters(message ?? "").replace(/\s+/g, " ");
  return reason ? `${name}: ${reason.slice(0, MAX_REASON)}` : name;
}

/**
 * The result of one stage: how many tests passed and failed, the names of the failed ones, and the time of each file.
 *
 * @typedef {{ passed: number, failed: number, names: string[], files: FileTime[] }} Outcome
 * @typedef {{ file: string, seconds: number }} FileTime
 */

/**
 * @typedef {object} VitestFile
 * @property {string} name
 * @property {string} status
 * @property {number} startTime
 * @property {number} endTime
 * @property {{ status: string, fullName: string, failureMessages?: string[] }[]} assertionResults
 */

/**
 * Reads the JSON report of Vitest.
 *
 * @param {{ numPassedTests: number, testResults: VitestFile[] }} report
 * @param {string} root
 * @returns {Outcome}
 */
export function readVitest({ numPassedTests, testResults }, root) {
  const names = testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === "failed");
    // A file that cannot be loaded has no test that could fail.
    if (status === "failed" && failed.length === 0) return [path.relative(root, name)];
    return failed.map(({ fullName, failureMessages }) =>
      nameFailure(`${path.relative(root, name)}: ${fullName}`, failureMessages?.[0]),
    );
  });
  const files = testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
  return { passed: numPassedTests, failed: names.length, names, files };
}

/**
 * @typedef {{ projectName: string, results: PlaywrightResult[] }} PlaywrightTest
 * @typedef {{ duration: number, error?: { message?: string } }} PlaywrightResult
 * @typedef {{ file: string, title: string, ok: boolean, tests: PlaywrightTest[] }} Spec
 * @typedef {{ title?: string, file?: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)];

/**
 * Reads the tests that Playwright lists.
 *
 * @param {Suite} suite
 * @param {string[]} [groups] the titles of the groups that contain it
 * @returns {import("./parts.mjs").ListedTest[]}
 */
export function readListed({ specs = [], suites = [] }, groups = []) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName }) => ({ project: projectName, file, titles: [...groups, title] })),
  );
  const inSuites = suites.flatMap((suite) =>
    readListed(suite, suite.title === suite.file ? groups : [...groups, suite.title ?? ""]),
  );
  return [...own, ...inSuites];
}

/**
 * Reads the JSON report of Playwright. A file counts once for each project that runs it; its time is the sum of its
 * tests' times, which may have run in parallel.
 *
 * @param {Suite & { stats: { expected: number, unexpected: number, flaky: number }, errors: unknown[] }} report
 * @returns {Outcome}
 */
export function readPlaywright(report) {
  const { expected, unexpected, flaky } = report.stats;
  const specs = specsIn(report);
  const names = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const results = tests.flatMap((test) => test.results);
      return nameFailure(`e2e/${file}: ${title}`, results.find(({ error }) => error)?.error?.message);
    });
  /** @type {Map<string, number>} */
  const seconds = new Map();
  for (const { file, tests } of specs) {
    for (const { projectName, results } of tests) {
      const key = `e2e/${file} (${projectName})`;
      const tookMs = results.reduce((sum, { duration }) => sum + duration, 0);
      seconds.set(key, (seconds.get(key) ?? 0) + tookMs / 1000);
    }
  }
  const files = [...seconds].map(([file, taken]) => ({ file, seconds: taken }));
  return { passed: expected, failed: unexpected + flaky + report.errors.length, names, files };
}

/**
 * Formats the slowest files, one on each line.
 *
 * @param {FileTime[]} files
 * @param {number} count
 */
export function slowest(files, count) {
  return [...files]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
