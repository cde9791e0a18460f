import ts from "typescript";
import { isDocumented, lineOf, nodesOf } from "./sources.mjs";

/**
 * @typedef {import("./sources.mjs").Source} Source
 * @typedef {{ file: string, name: string, lineCount: number }} Span
 */

/** Generated files have no length limit. */
const GENERATED = /\.generated\./;

/** Counts the lines of a file; a final line break starts no further line. @param {Source} source */
const lineCountOf = ({ lines }) => lines.length - (lines.at(-1) === "" ? 1 : 0);

/** Lists all files that are not generated, longest first. @param {Source[]} sources @returns {Span[]} */
export function longestFiles(sources) {
  return sources
    .filter(({ file }) => !GENERATED.test(file))
    .map((source) => ({ file: source.file, name: "", lineCount: lineCountOf(source) }))
    .sort((a, b) => b.lineCount - a.lineCount);
}

/** Lists the functions of production code, longest first. @param {Source[]} sources @returns {Span[]} */
export function longestFunctions(sources) {
  return sources
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, tree }) =>
      [...nodesOf(tree)]
        .filter((node) => ts.isFunctionLike(node) && "body" in node && node.body !== undefined)
        .map((node) => ({ file: `${file}:${lineOf(node)}`, name: nameOf(node), lineCount: linesOf(node) })),
    )
    .sort((a, b) => b.lineCount - a.lineCount);
}

/** Lists the handlers that the route files below `app` export. @param {Source[]} sources @returns {Span[]} */
export function routeHandlers(sources) {
  return sources
    .filter(({ file }) => /^app\/.*\/route\.ts$/.test(file))
    .flatMap(({ file, tree }) =>
      tree.statements
        .filter((statement) => isExported(statement) || ts.isExportDeclaration(statement))
        .map((statement) => ({ file, name: nameOf(statement), lineCount: linesOf(statement) })),
    );
}

/** Lists the exported functions of `lib` and whether each has a docstring. @param {Source[]} sources */
export function exportedFunctions(sources) {
  return sources
    .filter(({ file, isTest }) => !isTest && /^lib\/.*\.(ts|mjs)$/.test(file))
    .flatMap(({ file, tree }) =>
      tree.statements.filter(isExportedFunction).map((statement) => ({
        file: `${file}:${lineOf(statement)}`,
        name: nameOf(statement),
        isDocumented: isDocumented(statement),
      })),
    );
}

/** Counts uses of the type `any`. @param {Source[]} sources */
export function countAny(sources) {
  return sources
    .flatMap(({ tree }) => [...nodesOf(tree)])
    .filter((node) => node.kind === ts.SyntaxKind.AnyKeyword).length;
}

/** The shortest run of equal lines that counts as duplicated; shorter runs are often equal by chance. */
const MIN_DUPLICATED_LINES = 6;

/**
 * Finds the lines of production code that occur at least twice in runs of `MIN_DUPLICATED_LINES` or more.
 * Indentation, imports, comments and lines without a letter or digit are ignored.
 *
 * @param {Source[]} sources
 * @returns {{ duplicated: number, total: number, locations: string[] }} `total` counts all lines compared
 */
export function findDuplicatedLines(sources) {
  /** @type {Map<string, { file: string, numbers: number[] }[]>} */
  const occurrences = new Map();
  let total = 0;
  for (const { file, lines, tree } of sources.filter((one) => !one.isTest && !GENERATED.test(one.file))) {
    const last = tree.statements.findLast((statement) => ts.isImportDeclaration(statement));
    const firstLine = last ? lineOf(last) + linesOf(last) - 1 : 0;
    const compared = lines
      .map((line, index) => ({ text: line.trim(), number: index + 1 }))
      .filter(({ text, number }) => number > firstLine && /\w/.test(text) && !/^(\/\/|\/?\*)/.test(text));
    total += compared.length;
    for (let start = 0; start + MIN_DUPLICATED_LINES <= compared.length; start++) {
      const rows = compared.slice(start, start + MIN_DUPLICATED_LINES);
      const key = rows.map(({ text }) => text).join("\n");
      occurrences.set(key, [
        ...(occurrences.get(key) ?? []),
        { file, numbers: rows.map(({ number }) => number) },
      ]);
    }
  }
  const repeated = [...occurrences.values()]
    .filter((found) => found.length > 1)
    .flatMap((found) => found.flatMap(({ file, numbers }) => numbers.map((number) => `${file}:${number}`)));
  const locations = [...new Set(repeated)];
  return { duplicated: locations.length, total, locations };
}

/** Returns the ratio of test lines to production lines. @param {Source[]} sources */
export function testLinesPerSourceLine(sources) {
  const count = (/** @type {boolean} */ isTest) =>
    sources
      .filter((source) => source.isTest === isTest)
      .reduce((sum, source) => sum + lineCountOf(source), 0);
  return count(true) / count(false);
}

/**
 * Lists the timed waits and CSS locators in end-to-end tests.
 *
 * @param {Source[]} sources
 * @returns {{ timedWaits: string[], cssLocators: string[] }}
 */
export function endToEndSmells(sources) {
  const specs = sources.filter(({ file }) => /^e2e\/(?!bench|chaos)/.test(file));
  const calls = specs.flatMap(({ file, tree }) =>
    [...nodesOf(tree)]
      .filter(ts.isCallExpression)
      .map((call) => ({ location: `${file}:${lineOf(call)}`, called: call.expression.getText() })),
  );
  const locationsOf = (/** @type {RegExp} */ pattern) =>
    calls.filter(({ called }) => pattern.test(called)).map(({ location }) => location);
  return { timedWaits: locationsOf(/\.waitForTimeout$/), cssLocators: locationsOf(/\.(locator|\$|\$\$)$/) };
}

/** Lists the production files that read `process.env`. @param {Source[]} sources */
export function environmentReaders(sources) {
  return sources
    .filter(({ file, isTest }) => !isTest && /^(app|components|lib)\/.*\.tsx?$/.test(file))
    .filter(({ tree }) =>
      [...nodesOf(tree)].some(
        (node) => ts.isPropertyAccessExpression(node) && node.getText() === "process.env",
      ),
    )
    .map(({ file }) => file);
}

/** Counts the `.tsx` files that are client components. @param {Source[]} sources */
export function clientShare(sources) {
  const files = sources.filter(({ file }) => file.endsWith(".tsx") && !file.startsWith("e2e/"));
  const clients = files.filter(({ text }) => /^["']use client["']/m.test(text));
  return { count: clients.length, total: files.length };
}

/** @param {ts.Node} node */
function linesOf(node) {
  const tree = node.getSourceFile();
  return tree.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - lineOf(node);
}

/** @param {ts.Node} node @returns {string} */
function nameOf(node) {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map((declaration) => declaration.name.getText()).join(", ");
  }
  const named =
    /** @type {{ name?: ts.Node }} */ (node).name ?? /** @type {{ name?: ts.Node }} */ (node.parent).name;
  return named?.getText() ?? "";
}

/** @param {ts.Node} node */
function isExported(node) {
  return (
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

/** @param {ts.Statement} statement */
function isExportedFunction(statement) {
  if (!isExported(statement)) return false;
  if (ts.isFunctionDeclaration(statement)) return true;
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.some(
      ({ initializer }) =>
        initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
    )
  );
}
