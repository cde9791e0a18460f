import ts from "typescript";
import { GENERATED, isDocumented, isExported, lineOf, linesOf, nameOf, nodesOf } from "../sources.mjs";

/** @typedef {import("../sources.mjs").Source} Source */

const shipped = (/** @type {Source[]} */ sources) => sources.filter(({ isTest }) => !isTest);

/**
 * Lists the exported functions and endpoint declarations of `lib` and whether each has a docstring.
 *
 * @param {Source[]} sources
 */
export function exportedFunctions(sources) {
  return shipped(sources)
    .filter(({ file }) => /^lib\/.*\.(ts|mjs)$/.test(file))
    .flatMap(({ file, tree }) =>
      tree.statements
        .filter((statement) => isExported(statement) && declaresFunction(statement))
        .map((statement) => ({
          file: `${file}:${lineOf(statement)}`,
          name: nameOf(statement),
          isDocumented: isDocumented(statement),
        })),
    );
}

/** Whether a statement declares a function, or a constant that is a function or an endpoint. @param {ts.Statement} statement */
function declaresFunction(statement) {
  if (ts.isFunctionDeclaration(statement)) return true;
  return (
    ts.isVariableStatement(statement) &&
    statement.declarationList.declarations.some(
      ({ initializer }) =>
        initializer &&
        (ts.isArrowFunction(initializer) ||
          ts.isFunctionExpression(initializer) ||
          (ts.isCallExpression(initializer) && /^(rowsE|e)ndpoint$/.test(initializer.expression.getText()))),
    )
  );
}

/** Lists the uses of the type `any`. @param {Source[]} sources */
export function findAny(sources) {
  return locationsWhere(sources, (node) => node.kind === ts.SyntaxKind.AnyKeyword);
}

/** Lists the casts that nothing checks: `as X[]` and `as unknown as X`. @param {Source[]} sources */
export function findUncheckedCasts(sources) {
  return locationsWhere(
    shipped(sources),
    (node) => ts.isAsExpression(node) && (ts.isArrayTypeNode(node.type) || isDoubleCast(node)),
  );
}

/** @param {ts.AsExpression} node */
function isDoubleCast(node) {
  return ts.isAsExpression(node.expression) && node.expression.type.kind === ts.SyntaxKind.UnknownKeyword;
}

/**
 * Lists the queries whose row type is written by hand. A row type that uses `RowOf` or `$inferSelect`, itself or
 * through a type that it names, follows the table; any other is wrong without an error when a column changes.
 *
 * @param {Source[]} sources
 */
export function findHandWrittenRows(sources) {
  /** @type {Map<string, string>} The text of each type, by its name and by its file and name. */
  const typeTexts = new Map();
  for (const { file, tree } of shipped(sources)) {
    for (const node of tree.statements) {
      if (!ts.isTypeAliasDeclaration(node) && !ts.isInterfaceDeclaration(node)) continue;
      typeTexts.set(node.name.text, node.getText()).set(`${file} ${node.name.text}`, node.getText());
    }
  }
  const isDerived = (/** @type {string} */ file, /** @type {string} */ text, seen = new Set()) =>
    /\b(RowOf|inferSelect)\b/.test(text) ||
    (text.match(/\b[A-Z]\w+/g) ?? []).some((name) => {
      if (seen.has(name)) return false;
      seen.add(name);
      return isDerived(file, typeTexts.get(`${file} ${name}`) ?? typeTexts.get(name) ?? "", seen);
    });
  return locationsWhere(
    shipped(sources),
    (node) =>
      ts.isTaggedTemplateExpression(node) &&
      /(^|\.)sql$/.test(node.tag.getText()) &&
      Boolean(node.typeArguments?.some((type) => !isDerived(node.getSourceFile().fileName, type.getText()))),
  );
}

/** The shortest run of equal lines that counts as duplicated; shorter runs are often equal by chance. */
const MIN_DUPLICATED_LINES = 6;

/**
 * Finds the lines of code that ships that occur at least twice in runs of `MIN_DUPLICATED_LINES` or more.
 * Indentation, imports, comments and lines without a letter or digit are ignored.
 *
 * @param {Source[]} sources
 * @returns {{ duplicated: number, total: number, locations: string[] }} `total` counts all lines compared
 */
export function findDuplicatedLines(sources) {
  /** @type {Map<string, { file: string, numbers: number[] }[]>} */
  const occurrences = new Map();
  let total = 0;
  for (const { file, lines, tree } of shipped(sources).filter((one) => !GENERATED.test(one.file))) {
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

/**
 * Lists the files that ship and read the environment: `process.env`, `process["env"]`, `{ env } = process` or an import
 * of process. Setting one variable is not reading.
 *
 * @param {Source[]} sources
 */
export function environmentReaders(sources) {
  return shipped(sources)
    .filter(({ tree }) => [...nodesOf(tree)].some(readsEnvironment))
    .map(({ file }) => file);
}

/** Not of the environment: Next replaces it by the runtime that it compiles for. */
const COMPILED_CONSTANT = "process.env.NEXT_RUNTIME";

/** @param {ts.Node} node */
function readsEnvironment(node) {
  if (ts.isPropertyAccessExpression(node))
    return (
      /^(globalThis\.)?process\.env$/.test(node.getText()) &&
      !isSet(node.parent) &&
      node.parent.getText() !== COMPILED_CONSTANT
    );
  if (ts.isElementAccessExpression(node)) return node.expression.getText() === "process";
  if (ts.isVariableDeclaration(node)) return node.initializer?.getText() === "process";
  return ts.isImportDeclaration(node) && /^["'](node:)?process["']$/.test(node.moduleSpecifier.getText());
}

/** Whether a variable of the environment is only assigned. @param {ts.Node} variable */
function isSet(variable) {
  return (
    ts.isPropertyAccessExpression(variable) &&
    ts.isBinaryExpression(variable.parent) &&
    variable.parent.left === variable &&
    variable.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

/** Counts the `.tsx` files that are client components. @param {Source[]} sources */
export function clientShare(sources) {
  const files = sources.filter(({ file }) => file.endsWith(".tsx") && !file.startsWith("e2e/"));
  const clients = files.filter(({ text }) => /^["']use client["']/m.test(text));
  return { count: clients.length, total: files.length };
}

/** @param {Source[]} sources @param {(node: ts.Node) => boolean} isSelected */
function locationsWhere(sources, isSelected) {
  return sources.flatMap(({ file, tree }) =>
    [...nodesOf(tree)].filter(isSelected).map((node) => `${file}:${lineOf(node)}`),
  );
}
