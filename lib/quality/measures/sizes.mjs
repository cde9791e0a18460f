import path from "node:path";
import ts from "typescript";
import { GENERATED, lineOf, linesOf, nameOf, nodesOf, RIG } from "../sources.mjs";

/**
 * @typedef {import("../sources.mjs").Source} Source
 * @typedef {{ file: string, name: string, lineCount: number }} Span
 */

/** @typedef {ts.FunctionLikeDeclaration & { body: ts.Block }} BlockFunction */

/** Counts the lines of a file; a final line break starts no further line. @param {Source} source */
const lineCountOf = ({ lines }) => lines.length - (lines.at(-1) === "" ? 1 : 0);

const longestFirst = (/** @type {Span} */ a, /** @type {Span} */ b) => b.lineCount - a.lineCount;

/** Lists the files that are not generated, longest first. @param {Source[]} sources @returns {Span[]} */
export function longestFiles(sources) {
  return sources
    .filter(({ file }) => !GENERATED.test(file))
    .map((source) => ({ file: source.file, name: "", lineCount: lineCountOf(source) }))
    .sort(longestFirst);
}

/**
 * Lists the functions with a block body of code that ships, longest first, components apart. A component is a function
 * with a capitalised name in a `.tsx` file. Arrow functions without a block are left out: they would only lower the
 * share of the long ones.
 *
 * @param {Source[]} sources
 * @returns {{ functions: Span[], components: Span[] }}
 */
export function longestFunctions(sources) {
  const spans = sources
    .filter(({ isTest }) => !isTest)
    .flatMap(({ file, tree }) =>
      [...nodesOf(tree)].filter(hasBlockBody).map((node) => ({
        file: `${file}:${lineOf(node)}`,
        name: nameOf(node),
        lineCount: linesOf(node),
        isComponent: file.endsWith(".tsx") && /^[A-Z]/.test(nameOf(node)),
      })),
    )
    .sort(longestFirst);
  return {
    functions: spans.filter(({ isComponent }) => !isComponent),
    components: spans.filter(({ isComponent }) => isComponent),
  };
}

/** Lists the `handle` functions of the endpoint declarations of `lib/endpoints`. @param {Source[]} sources @returns {Span[]} */
export function endpointHandlers(sources) {
  return sources
    .filter(({ file, isTest }) => !isTest && file.startsWith("lib/endpoints/"))
    .flatMap(({ file, tree }) =>
      [...nodesOf(tree)]
        .filter(
          (node) =>
            (ts.isMethodDeclaration(node) ||
              ts.isPropertyAssignment(node) ||
              ts.isShorthandPropertyAssignment(node)) &&
            node.name.getText() === "handle",
        )
        .map((node) => ({
          file: `${file}:${lineOf(node)}`,
          name: "handle",
          lineCount: linesOf(handlerOf(node, tree)),
        })),
    );
}

/**
 * Returns the function that a `handle` property names, if the same file declares it, else the property.
 *
 * @param {ts.Node} property @param {ts.SourceFile} tree
 */
function handlerOf(property, tree) {
  const name = ts.isPropertyAssignment(property) ? property.initializer.getText() : "handle";
  const declared = tree.statements.find(
    (statement) =>
      (ts.isFunctionDeclaration(statement) || ts.isVariableStatement(statement)) &&
      nameOf(statement) === name,
  );
  return declared ?? property;
}

/**
 * Lists the folders with more than `max` source files: those of code that ships and those of the rigs. Tests and their
 * fixtures are not counted.
 *
 * @param {Source[]} sources @param {number} max
 * @returns {{ shipped: string[], rigs: string[] }}
 */
export function crowdedFolders(sources, max) {
  const crowded = (/** @type {Source[]} */ counted) => {
    const folders = counted.map(({ file }) => path.posix.dirname(file));
    return [...new Set(folders)]
      .map((folder) => ({ folder, count: folders.filter((one) => one === folder).length }))
      .filter(({ count }) => count > max)
      .map(({ folder, count }) => `${folder} (${count} files)`);
  };
  return {
    shipped: crowded(sources.filter(({ isTest }) => !isTest)),
    rigs: crowded(sources.filter(({ file }) => RIG.test(file) && !/\.(test|spec|long)\.ts$/.test(file))),
  };
}

/** The file names that the architecture or Next requires, however short the file is. */
const REQUIRED_FILE =
  /\/(index|contract|labels|api|page|layout|route|error|not-found|forbidden|loading)\.tsx?$/;

/**
 * Lists the short files of code that ships which only one other file imports. A file that an `index.ts` or a route
 * imports holds one function of a domain or one group of endpoints, and is left out.
 *
 * @param {Source[]} sources
 * @param {import("../boundaries.mjs").Import[]} imports
 * @param {number} maxLines
 */
export function shortFilesWithOneImporter(sources, imports, maxLines) {
  const shipped = new Map(sources.filter(({ isTest }) => !isTest).map((source) => [source.file, source]));
  return [...shipped.values()]
    .filter((source) => lineCountOf(source) <= maxLines && !REQUIRED_FILE.test(`/${source.file}`))
    .flatMap((source) => {
      const importers = new Set(
        imports.filter(({ from, to }) => to === source.file && shipped.has(from)).map(({ from }) => from),
      );
      const [importer = ""] = importers;
      if (/\/(index|route)\.ts$/.test(importer)) return [];
      return importers.size === 1 ? [`${source.file} (${lineCountOf(source)} lines) ← ${importer}`] : [];
    });
}

/** Counts the lines of code that ships and of tests. @param {Source[]} sources */
export function countLines(sources) {
  const count = (/** @type {boolean} */ isTest) =>
    sources
      .filter((source) => source.isTest === isTest)
      .reduce((sum, source) => sum + lineCountOf(source), 0);
  return { source: count(false), test: count(true) };
}

/** @param {ts.Node} node @returns {node is BlockFunction} */
function hasBlockBody(node) {
  return (
    ts.isFunctionLike(node) &&
    "body" in node &&
    node.body !== undefined &&
    ts.isBlock(/** @type {ts.Node} */ (node.body))
  );
}
