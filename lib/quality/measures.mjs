import ts from "typescript";
import { isDocumented, lineOf, nodesOf } from "./sources.mjs";

/**
 * @typedef {import("./sources.mjs").Source} Source
 * @typedef {{ file: string, name: string, lineCount: number }} Span
 */

/** Files that a program writes are as long as what they list. */
const GENERATED = /\.generated\./;

/** Lines a file has; the empty rest after a last line break is none. @param {Source} source */
const lineCountOf = ({ lines }) => lines.length - (lines.at(-1) === "" ? 1 : 0);

/** @param {Source[]} sources @returns {Span[]} */
export function longestFiles(sources) {
  return sources
    .filter(({ file }) => !GENERATED.test(file))
    .map((source) => ({ file: source.file, name: "", lineCount: lineCountOf(source) }))
    .sort((a, b) => b.lineCount - a.lineCount);
}

/** Every function that runs in production, longest first. @param {Source[]} sources @returns {Span[]} */
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

/** What the route files under `app` export as handlers. @param {Source[]} sources @returns {Span[]} */
export function routeHandlers(sources) {
  return sources
    .filter(({ file }) => /^app\/.*\/route\.ts$/.test(file))
    .flatMap(({ file, tree }) =>
      tree.statements
        .filter((statement) => isExported(statement) || ts.isExportDeclaration(statement))
        .map((statement) => ({ file, name: nameOf(statement), lineCount: linesOf(statement) })),
    );
}

/** Exported functions of `lib`, and whether a docstring stands above each. @param {Source[]} sources */
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

/** @param {Source[]} sources */
export function countAny(sources) {
  return sources
    .flatMap(({ tree }) => [...nodesOf(tree)])
    .filter((node) => node.kind === ts.SyntaxKind.AnyKeyword).length;
}

/** Fewer lines than these in a row, alike by chance, are no copy. */
const COPY_LINES = 6;

/**
 * Lines of production code that stand, six or more in a row, somewhere else too; white space, imports, comments
 * and lines of brackets alone left aside.
 *
 * @param {Source[]} sources
 * @returns {{ copied: number, total: number, places: string[] }}
 */
export function copiedLines(sources) {
  /** @type {Map<string, { file: string, numbers: number[] }[]>} */
  const windows = new Map();
  let total = 0;
  for (const { file, lines, tree } of sources.filter((one) => !one.isTest && !GENERATED.test(one.file))) {
    const last = tree.statements.findLast((statement) => ts.isImportDeclaration(statement));
    const firstLine = last ? lineOf(last) + linesOf(last) - 1 : 0;
    const kept = lines
      .map((line, index) => ({ text: line.trim(), number: index + 1 }))
      .filter(({ text, number }) => number > firstLine && /\w/.test(text) && !/^(\/\/|\/?\*)/.test(text));
    total += kept.length;
    for (let start = 0; start + COPY_LINES <= kept.length; start++) {
      const rows = kept.slice(start, start + COPY_LINES);
      const key = rows.map(({ text }) => text).join("\n");
      windows.set(key, [...(windows.get(key) ?? []), { file, numbers: rows.map(({ number }) => number) }]);
    }
  }
  const places = [...windows.values()]
    .filter((found) => found.length > 1)
    .flatMap((found) => found.flatMap(({ file, numbers }) => numbers.map((number) => `${file}:${number}`)));
  const copied = [...new Set(places)];
  return { copied: copied.length, total, places: copied };
}

/** @param {Source[]} sources */
export function testLinesPerLine(sources) {
  const count = (/** @type {boolean} */ isTest) =>
    sources
      .filter((source) => source.isTest === isTest)
      .reduce((sum, source) => sum + lineCountOf(source), 0);
  return count(true) / count(false);
}

/** @param {Source[]} sources @returns {{ timedWaits: string[], cssLocators: string[] }} */
export function endToEndHabits(sources) {
  const specs = sources.filter(({ file }) => /^e2e\/(?!bench|chaos)/.test(file));
  const calls = specs.flatMap(({ file, tree }) =>
    [...nodesOf(tree)]
      .filter(ts.isCallExpression)
      .map((call) => ({ place: `${file}:${lineOf(call)}`, called: call.expression.getText() })),
  );
  const places = (/** @type {RegExp} */ pattern) =>
    calls.filter(({ called }) => pattern.test(called)).map(({ place }) => place);
  return { timedWaits: places(/\.waitForTimeout$/), cssLocators: places(/\.(locator|\$|\$\$)$/) };
}

/** Files of production code that read the process's environment. @param {Source[]} sources */
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

/** @param {Source[]} sources */
export function clientShare(sources) {
  const files = sources.filter(({ file }) => file.endsWith(".tsx") && !file.startsWith("e2e/"));
  const clients = files.filter(({ text }) => /^["']use client["']/m.test(text));
  return { count: clients.length, of: files.length };
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
