import {
  clientShare,
  countAny,
  endToEndSmells,
  environmentReaders,
  exportedFunctions,
  findDuplicatedLines,
  longestFiles,
  longestFunctions,
  routeHandlers,
  testLinesPerSourceLine,
} from "./measures.mjs";

/**
 * @typedef {import("./sources.mjs").Source} Source
 * @typedef {import("./lint-rules.mjs").Violation} Violation
 */

/**
 * One metric of the code: its value and threshold as text, whether the value meets the threshold, and the locations
 * that exceed it.
 *
 * @typedef {{ name: string, value: string, threshold: string, isMet: boolean, locations: string[] }} Metric
 */

const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 50;
const MAX_LONG_FUNCTION_SHARE = 0.02;
const MAX_HANDLER_LINES = 20;
const MAX_DUPLICATED_SHARE = 0.01;
const MAX_CLIENT_SHARE = 0.45;

const percent = (/** @type {number} */ part, /** @type {number} */ whole) =>
  `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
const formatSpan = (/** @type {import("./measures.mjs").Span} */ { file, name, lineCount }) =>
  `${file} ${name} (${lineCount} lines)`;

/**
 * Computes the metrics of `docs/architecture.md` from the files and the violations that `checkImports` found in them.
 *
 * @param {Source[]} sources
 * @param {Violation[]} violations
 * @returns {Metric[]}
 */
export function computeMetrics(sources, violations) {
  return [
    ...sizeMetrics(sources),
    ...importMetrics(violations),
    ...codeMetrics(sources),
    ...testMetrics(sources),
  ];
}

/** @param {Source[]} sources @returns {Metric[]} */
function sizeMetrics(sources) {
  const files = longestFiles(sources);
  const tooLong = files.filter(({ lineCount }) => lineCount > MAX_FILE_LINES);
  const functions = longestFunctions(sources);
  const long = functions.filter(({ lineCount }) => lineCount > MAX_FUNCTION_LINES);
  const handlers = routeHandlers(sources);
  const longHandlers = handlers.filter(({ lineCount }) => lineCount > MAX_HANDLER_LINES);
  return [
    metric(
      "largest file, lines",
      String(files[0]?.lineCount),
      `≤ ${MAX_FILE_LINES}`,
      tooLong.map(formatSpan),
    ),
    metric(
      `files over ${MAX_FILE_LINES} lines`,
      percent(tooLong.length, files.length),
      "0 %",
      tooLong.map(formatSpan),
    ),
    {
      ...metric(
        `functions over ${MAX_FUNCTION_LINES} lines`,
        percent(long.length, functions.length),
        "≤ 2 %",
        long.map(formatSpan),
      ),
      isMet: long.length <= MAX_LONG_FUNCTION_SHARE * functions.length,
    },
    metric(
      `route handlers within ${MAX_HANDLER_LINES} lines`,
      percent(handlers.length - longHandlers.length, handlers.length),
      "100 %",
      longHandlers.map(formatSpan),
    ),
  ];
}

/** @param {Violation[]} violations @returns {Metric[]} */
function importMetrics(violations) {
  const locationsWhere = (/** @type {(violation: Violation) => boolean} */ isSelected) =>
    violations.filter(isSelected).map(({ from, to }) => `${from} → ${to}`);
  const cycles = locationsWhere(({ rule }) => rule === "no-value-cycles");
  const sql = locationsWhere(
    ({ rule, from }) => rule === "routes-pages-and-endpoints-import-no-database" && from.startsWith("app/"),
  );
  return [
    metric("value import cycles", String(cycles.length), "0", cycles),
    metric("route files that hold SQL", String(sql.length), "0", sql),
  ];
}

/** @param {Source[]} sources @returns {Metric[]} */
function codeMetrics(sources) {
  const exported = exportedFunctions(sources);
  const undocumented = exported.filter((one) => !one.isDocumented).map(({ file, name }) => `${file} ${name}`);
  const any = countAny(sources);
  const { duplicated, total, locations } = findDuplicatedLines(sources);
  const readers = environmentReaders(sources);
  const clients = clientShare(sources);
  return [
    metric(
      "exported functions of lib documented",
      percent(exported.length - undocumented.length, exported.length),
      "100 %",
      undocumented,
    ),
    metric("any", String(any), "0", any > 0 ? ["npm run lint lists them"] : []),
    {
      ...metric("duplicated lines", percent(duplicated, total), "≤ 1 %", locations),
      isMet: duplicated <= MAX_DUPLICATED_SHARE * total,
    },
    {
      ...metric("files that read process.env", String(readers.length), "1", readers),
      isMet: readers.length === 1,
    },
    {
      ...metric('.tsx with "use client"', `${clients.count} of ${clients.total}`, "≤ 45 %", []),
      isMet: clients.count <= MAX_CLIENT_SHARE * clients.total,
    },
  ];
}

/** @param {Source[]} sources @returns {Metric[]} */
function testMetrics(sources) {
  const { timedWaits, cssLocators } = endToEndSmells(sources);
  return [
    metric("test lines per source line", testLinesPerSourceLine(sources).toFixed(2), "reported", []),
    metric("end-to-end: timed waits", String(timedWaits.length), "0", timedWaits),
    metric("end-to-end: CSS locators", String(cssLocators.length), "0", cssLocators),
  ];
}

/**
 * Creates a metric that is met if no location exceeds its threshold.
 *
 * @param {string} name @param {string} value @param {string} threshold @param {string[]} locations
 * @returns {Metric}
 */
function metric(name, value, threshold, locations) {
  return { name, value, threshold, isMet: locations.length === 0, locations };
}
