import {
  clientShare,
  environmentReaders,
  exportedFunctions,
  findAny,
  findDuplicatedLines,
  findHandWrittenRows,
  findUncheckedCasts,
} from "./measures/code.mjs";
import { dataPages } from "./measures/data-pages.mjs";
import { endToEndSmells } from "./measures/end-to-end.mjs";
import { folderCycles } from "./measures/folder-cycles.mjs";
import {
  countLines,
  crowdedFolders,
  endpointHandlers,
  longestFiles,
  longestFunctions,
  shortFilesWithOneImporter,
} from "./measures/sizes.mjs";

/**
 * @typedef {import("./sources.mjs").Source} Source
 * @typedef {import("./boundaries.mjs").Import} Import
 * @typedef {import("./lint-rules.mjs").Violation} Violation
 * @typedef {import("./measures/sizes.mjs").Span} Span
 * @typedef {{ imports: Import[], violations: Violation[] }} ImportCheck
 */

/**
 * One metric of the code: its value and threshold as text, whether the value meets the threshold, and the locations
 * that exceed it.
 *
 * @typedef {{ name: string, value: string, threshold: string, isMet: boolean, locations: string[] }} Metric
 */

const MAX_FILE_LINES = 300;
const MAX_FUNCTION_LINES = 50;
const MAX_LONG_FUNCTIONS = 0.02;
const MAX_LONG_COMPONENTS = 0.05;
const MAX_HANDLER_LINES = 20;
const MAX_FOLDER_FILES = 12;
const MAX_SHORT_FILE_LINES = 40;
const MAX_DUPLICATED = 0.005;
const MAX_CLIENTS = 0.45;
/** The only file that reads the environment. */
const SETTINGS = "lib/env.ts";
/** The only files with unchecked casts, each in one documented function. */
const CAST_HOMES = /^lib\/(core\/keys|process-singleton)\.ts:/;
/** Row types written by hand that remain; the number only falls. */
const MAX_HAND_WRITTEN_ROWS = 164;

/**
 * Computes the metrics of `docs/architecture.md` from the files and from what `checkImports` found in them.
 *
 * @param {Source[]} sources
 * @param {ImportCheck} check
 * @returns {Metric[]}
 */
export function computeMetrics(sources, check) {
  const shipped = new Set(sources.filter(({ isTest }) => !isTest).map(({ file }) => file));
  const imports = check.imports.filter(({ from, to }) => shipped.has(from) && shipped.has(to));
  return [
    ...fileMetrics(sources, imports),
    ...functionMetrics(sources),
    ...importMetrics(imports, check.violations),
    ...typeMetrics(sources),
    ...codeMetrics(sources),
    ...testMetrics(sources),
    pageMetric(sources, imports),
  ];
}

/** @param {Source[]} sources @param {Import[]} imports @returns {Metric[]} */
function fileMetrics(sources, imports) {
  const files = longestFiles(sources.filter(({ isTest }) => !isTest));
  const tests = longestFiles(sources.filter(({ isTest }) => isTest));
  const tooLong = listLonger(files, MAX_FILE_LINES);
  const folders = crowdedFolders(sources, MAX_FOLDER_FILES);
  const short = shortFilesWithOneImporter(sources, imports, MAX_SHORT_FILE_LINES);
  const lines = countLines(sources);
  const limit = `≤ ${MAX_FILE_LINES}`;
  return [
    metric("largest file, lines", String(files[0]?.lineCount ?? 0), limit, tooLong),
    metric(`files over ${MAX_FILE_LINES} lines`, percent(tooLong.length, files.length), "0 %", tooLong),
    metric(
      "largest test or rig file, lines",
      String(tests[0]?.lineCount ?? 0),
      limit,
      listLonger(tests, MAX_FILE_LINES),
    ),
    metric(`folders over ${MAX_FOLDER_FILES} files`, String(folders.shipped.length), "0", folders.shipped),
    metric(`folders over ${MAX_FOLDER_FILES} files, rigs`, String(folders.rigs.length), "0", folders.rigs),
    reported(`files of up to ${MAX_SHORT_FILE_LINES} lines with one importer`, String(short.length), short),
    reported("lines of source", String(lines.source)),
    reported("lines of test per line of source", (lines.test / lines.source).toFixed(2)),
  ];
}

/** @param {Source[]} sources @returns {Metric[]} */
function functionMetrics(sources) {
  const { functions, components } = longestFunctions(sources);
  const handlers = endpointHandlers(sources);
  const longHandlers = listLonger(handlers, MAX_HANDLER_LINES);
  return [
    shareMetric(
      `functions over ${MAX_FUNCTION_LINES} lines`,
      listLonger(functions, MAX_FUNCTION_LINES),
      functions.length,
      MAX_LONG_FUNCTIONS,
    ),
    shareMetric(
      `components over ${MAX_FUNCTION_LINES} lines`,
      listLonger(components, MAX_FUNCTION_LINES),
      components.length,
      MAX_LONG_COMPONENTS,
    ),
    metric(
      `endpoint handlers within ${MAX_HANDLER_LINES} lines`,
      `${handlers.length - longHandlers.length} of ${handlers.length}`,
      "all",
      longHandlers,
    ),
  ];
}

/** @param {Import[]} imports @param {Violation[]} violations @returns {Metric[]} */
function importMetrics(imports, violations) {
  const locationsWhere = (/** @type {(violation: Violation) => boolean} */ isSelected) =>
    violations.filter(isSelected).map(({ from, to }) => `${from} → ${to}`);
  const sql = ({ rule, from }) =>
    rule === "routes-pages-and-endpoints-import-no-database" && from.startsWith("app/");
  return [
    countMetric(
      "value cycles between files",
      locationsWhere(({ rule }) => rule === "no-value-cycles"),
    ),
    countMetric("value cycles between folders", folderCycles(imports)),
    countMetric("route files that hold SQL", locationsWhere(sql)),
  ];
}

/** @param {Source[]} sources @returns {Metric[]} */
function typeMetrics(sources) {
  const any = findAny(sources);
  const { source, test } = countLines(sources);
  const casts = findUncheckedCasts(sources).filter((location) => !CAST_HOMES.test(location));
  const rows = findHandWrittenRows(sources);
  return [
    metric("any per 1,000 lines", ((1000 * any.length) / (source + test)).toFixed(2), "0", any),
    countMetric("unchecked casts", casts),
    {
      ...metric(
        "queries with a row type written by hand",
        String(rows.length),
        `≤ ${MAX_HAND_WRITTEN_ROWS}`,
        rows,
      ),
      isMet: rows.length <= MAX_HAND_WRITTEN_ROWS,
    },
  ];
}

/** @param {Source[]} sources @returns {Metric[]} */
function codeMetrics(sources) {
  const exported = exportedFunctions(sources);
  const undocumented = exported.filter((one) => !one.isDocumented).map(({ file, name }) => `${file} ${name}`);
  const { duplicated, total, locations } = findDuplicatedLines(sources);
  const readers = environmentReaders(sources);
  const clients = clientShare(sources);
  return [
    metric(
      "exported functions and endpoints documented",
      percent(exported.length - undocumented.length, exported.length),
      "100 %",
      undocumented,
    ),
    {
      ...metric("duplicated lines", percent(duplicated, total, 2), "≤ 0.5 %", locations),
      isMet: duplicated <= MAX_DUPLICATED * total,
    },
    {
      ...metric("files that read process.env", String(readers.length), "1", readers),
      isMet: readers.join() === SETTINGS,
    },
    {
      ...metric('.tsx with "use client"', `${clients.count} of ${clients.total}`, "≤ 45 %", []),
      isMet: clients.count <= MAX_CLIENTS * clients.total,
    },
  ];
}

/** @param {Source[]} sources @returns {Metric[]} */
function testMetrics(sources) {
  const { timedWaits, cssLocators } = endToEndSmells(sources);
  return [
    countMetric("end-to-end: timed waits", timedWaits),
    countMetric("end-to-end: CSS locators", cssLocators),
  ];
}

/** @param {Source[]} sources @param {Import[]} imports @returns {Metric} */
function pageMetric(sources, imports) {
  const pages = dataPages(sources, imports);
  const incomplete = pages.filter(({ missing }) => missing.length > 0);
  return metric(
    "data pages with loading, error and empty states",
    `${pages.length - incomplete.length} of ${pages.length}`,
    "all",
    incomplete.map(({ file, missing }) => `${file}: no ${missing.join(", no ")} state`),
  );
}

/** @param {number} part @param {number} whole @param {number} [digits] */
function percent(part, whole, digits = 1) {
  return `${(whole === 0 ? 100 : (100 * part) / whole).toFixed(digits)} %`;
}

/** @param {Span[]} spans @param {number} max */
function listLonger(spans, max) {
  return spans
    .filter(({ lineCount }) => lineCount > max)
    .map(({ file, name, lineCount }) => `${file} ${name} (${lineCount} lines)`);
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

/** Creates a metric that is met if there is no location. @param {string} name @param {string[]} locations */
function countMetric(name, locations) {
  return metric(name, String(locations.length), "0", locations);
}

/**
 * Creates a metric that is met if at most the share `max` of `total` exceeds its threshold.
 *
 * @param {string} name @param {string[]} locations @param {number} total @param {number} max
 */
function shareMetric(name, locations, total, max) {
  const value = percent(locations.length, Math.max(total, 1));
  return {
    ...metric(name, value, `≤ ${100 * max} %`, locations),
    isMet: locations.length <= max * total,
  };
}

/** Creates a metric without a threshold. @param {string} name @param {string} value @param {string[]} [locations] */
function reported(name, value, locations = []) {
  return { ...metric(name, value, "reported", locations), isMet: true };
}
