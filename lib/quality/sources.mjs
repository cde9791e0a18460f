import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/**
 * One parsed source file. `file` is its path from the root, with forward slashes. `isTest`: it does not ship. The syntax
 * tree of a style sheet is empty.
 *
 * @typedef {{ file: string, text: string, lines: string[], tree: ts.SourceFile, isTest: boolean }} Source
 */

const FOLDERS = ["app", "components", "lib", "drizzle", "e2e"];
const CODE = /\.(ts|tsx|mjs|css)$/;
const EXCLUDED = /(^|\/)(node_modules|\.next|dist)\/|\.d\.ts$/;
const TEST = /\.(test|spec)\.tsx?$|(^|\/)testing\/|^e2e\/|^lib\/quality\/|^lib\/server\/fixture\.ts$/;

/** Generated files, which have no length limit. */
export const GENERATED = /\.generated\./;

/** Programs that load, stop or photograph the service for minutes. They are not part of `npm test`. */
export const RIG =
  /^e2e\/(backup|bench|chaos|charts|compare|conservation|lighthouse|live-latency|model|night|rolling|screens|upgrade)\//;

/**
 * Reads and parses all code below `root`, sorted by path: the project's folders and the configuration files in the
 * root itself.
 *
 * @param {string} root
 * @returns {Source[]}
 */
export function readSources(root) {
  const inFolders = FOLDERS.filter((folder) => existsSync(path.join(root, folder))).flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, String(file))),
  );
  return [...readdirSync(root), ...inFolders]
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => CODE.test(file) && !EXCLUDED.test(file))
    .sort()
    .map((file) => parse(file, readFileSync(path.join(root, file), "utf8")));
}

/** @param {string} file @param {string} text @returns {Source} */
function parse(file, text) {
  const kind = file.endsWith(".tsx")
    ? ts.ScriptKind.TSX
    : file.endsWith(".mjs")
      ? ts.ScriptKind.JS
      : ts.ScriptKind.TS;
  const code = file.endsWith(".css") ? "" : text;
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true, kind);
  return { file, text, lines: text.split("\n"), tree, isTest: TEST.test(file) };
}

/**
 * Iterates over a node and all its descendants, parents before children.
 *
 * @param {ts.Node} node
 * @returns {Generator<ts.Node>}
 */
export function* nodesOf(node) {
  yield node;
  /** @type {ts.Node[]} */
  const children = [];
  ts.forEachChild(node, (child) => void children.push(child));
  for (const child of children) yield* nodesOf(child);
}

/** Returns the line on which a node starts, from 1. @param {ts.Node} node */
export function lineOf(node) {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

/** Counts the lines of a node, its docstring not included. @param {ts.Node} node */
export function linesOf(node) {
  const tree = node.getSourceFile();
  return tree.getLineAndCharacterOfPosition(node.getEnd()).line + 2 - lineOf(node);
}

/** Returns the name of a declaration, or of what a function is assigned to; "" if it has none. @param {ts.Node} node @returns {string} */
export function nameOf(node) {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.map((declaration) => declaration.name.getText()).join(", ");
  }
  const named =
    /** @type {{ name?: ts.Node }} */ (node).name ?? /** @type {{ name?: ts.Node }} */ (node.parent).name;
  return named?.getText() ?? "";
}

/** Whether a statement is exported. @param {ts.Node} node */
export function isExported(node) {
  return Boolean(
    ts.canHaveModifiers(node) &&
      ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
}

/** Whether a node has a docstring. @param {ts.Node} node */
export function isDocumented(node) {
  return ts.getJSDocCommentsAndTags(node).length > 0;
}
