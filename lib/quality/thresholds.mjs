import {
  clientShare,
  copiedLines,
  countAny,
  endToEndHabits,
  environmentReaders,
  exportedFunctions,
  longestFiles,
  longestFunctions,
  routeHandlers,
  testLinesPerLine,
} from "./measures.mjs";

/**
 * One figure of the house: what it is, what it may be, whether it is that, and where it is broken.
 *
 * @typedef {{ name: string, ours: string, bar: string, holds: boolean, places: string[] }} Figure
 */

const LONGEST_FILE = 300;
const LONGEST_FUNCTION = 50;
const LONG_FUNCTION_SHARE = 0.02;
const LONGEST_HANDLER = 20;
const COPIED_SHARE = 0.01;
const CLIENT_SHARE = 0.45;

const percent = (/** @type {number} */ part, /** @type {number} */ whole) =>
  `${((100 * part) / Math.max(whole, 1)).toFixed(1)} %`;
const placeOf = (/** @type {import("./measures.mjs").Span} */ { file, name, lineCount }) =>
  `${file} ${name} (${lineCount} lines)`;

/**
 * The figures of a tree and their bars (`docs/architecture.md`), from its files and what `cruiseTree` said of it.
 *
 * @param {import("./sources.mjs").Source[]} sources
 * @param {{ rule: string, from: string, to: string }[]} breaches
 * @returns {Figure[]}
 */
export function measure(sources, breaches) {
  return [...sizes(sources), ...imports(breaches), ...writing(sources), ...testing(sources)];
}

/** @param {import("./sources.mjs").Source[]} sources @returns {Figure[]} */
function sizes(sources) {
  const files = longestFiles(sources);
  const tooLong = files.filter(({ lineCount }) => lineCount > LONGEST_FILE);
  const functions = longestFunctions(sources);
  const long = functions.filter(({ lineCount }) => lineCount > LONGEST_FUNCTION);
  const handlers = routeHandlers(sources);
  const longHandlers = handlers.filter(({ lineCount }) => lineCount > LONGEST_HANDLER);
  return [
    figure("largest file, lines", String(files[0]?.lineCount), `≤ ${LONGEST_FILE}`, tooLong.map(placeOf)),
    figure(
      `files over ${LONGEST_FILE} lines`,
      percent(tooLong.length, files.length),
      "0 %",
      tooLong.map(placeOf),
    ),
    {
      ...figure(
        `functions over ${LONGEST_FUNCTION} lines`,
        percent(long.length, functions.length),
        "≤ 2 %",
        long.map(placeOf),
      ),
      holds: long.length <= LONG_FUNCTION_SHARE * functions.length,
    },
    figure(
      `route handlers within ${LONGEST_HANDLER} lines`,
      percent(handlers.length - longHandlers.length, handlers.length),
      "100 %",
      longHandlers.map(placeOf),
    ),
  ];
}

/** @param {{ rule: string, from: string, to: string }[]} breaches @returns {Figure[]} */
function imports(breaches) {
  const of = (/** @type {(breach: { rule: string, from: string }) => boolean} */ chosen) =>
    breaches.filter(chosen).map(({ from, to }) => `${from} → ${to}`);
  const cycles = of(({ rule }) => rule === "no-value-cycles");
  const sql = of(
    ({ rule, from }) => rule === "routes-pages-and-endpoints-hold-no-sql" && from.startsWith("app/"),
  );
  return [
    figure("value import cycles", String(cycles.length), "0", cycles),
    figure("route files that hold SQL", String(sql.length), "0", sql),
  ];
}

/** @param {import("./sources.mjs").Source[]} sources @returns {Figure[]} */
function writing(sources) {
  const exported = exportedFunctions(sources);
  const bare = exported.filter((one) => !one.isDocumented).map(({ file, name }) => `${file} ${name}`);
  const any = countAny(sources);
  const { copied, total, places } = copiedLines(sources);
  const readers = environmentReaders(sources);
  const clients = clientShare(sources);
  return [
    figure(
      "exported functions of lib documented",
      percent(exported.length - bare.length, exported.length),
      "100 %",
      bare,
    ),
    figure("any", String(any), "0", any > 0 ? ["npm run lint names the places"] : []),
    {
      ...figure("duplicated lines", percent(copied, total), "≤ 1 %", places),
      holds: copied <= COPIED_SHARE * total,
    },
    {
      ...figure("files that read process.env", String(readers.length), "1", readers),
      holds: readers.length === 1,
    },
    {
      ...figure('.tsx with "use client"', `${clients.count} of ${clients.of}`, "≤ 45 %", []),
      holds: clients.count <= CLIENT_SHARE * clients.of,
    },
  ];
}

/** @param {import("./sources.mjs").Source[]} sources @returns {Figure[]} */
function testing(sources) {
  const { timedWaits, cssLocators } = endToEndHabits(sources);
  return [
    figure("lines of test a line of source", testLinesPerLine(sources).toFixed(2), "reported", []),
    figure("end-to-end: timed waits", String(timedWaits.length), "0", timedWaits),
    figure("end-to-end: CSS locators", String(cssLocators.length), "0", cssLocators),
  ];
}

/**
 * @param {string} name @param {string} ours @param {string} bar @param {string[]} places where it is broken
 * @returns {Figure}
 */
function figure(name, ours, bar, places) {
  return { name, ours, bar, holds: places.length === 0, places };
}
