import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/**
 * One file of the house, read and parsed.
 *
 * @typedef {{ file: string, text: string, lines: string[], tree: ts.SourceFile, isTest: boolean }} Source
 */

const FOLDERS = ["app", "components", "lib", "drizzle", "e2e"];
const CODE = /\.(ts|tsx|mjs)$/;
const NOT_OURS = /(^|\/)(node_modules|\.next|dist)\/|\.d\.ts$/;
const TEST = /\.(test|spec)\.tsx?$|(^|\/)testing\/|^e2e\/|^lib\/house\/|^lib\/door\/fixture\.ts$/;

/**
 * Every file of code below `root`, by paths with forward slashes: the folders of the house and the configuration
 * beside them.
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
    .filter((file) => CODE.test(file) && !NOT_OURS.test(file))
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
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  return { file, text, lines: text.split("\n"), tree, isTest: TEST.test(file) };
}

/**
 * Every node of a file, parents before children.
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

/** @param {ts.Node} node */
export function lineOf(node) {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

/** Whether a docstring stands right above a node. @param {ts.Node} node */
export function isDocumented(node) {
  return ts.getJSDocCommentsAndTags(node).length > 0;
}
