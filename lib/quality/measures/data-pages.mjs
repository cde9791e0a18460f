import path from "node:path";
import ts from "typescript";
import { nodesOf } from "../sources.mjs";

/** @typedef {import("../sources.mjs").Source} Source */

/** Pages for paper: they are opened once, completely loaded, and have no list to filter. */
const PRINTED = /\/print\//;
/** The details of one event exist, or the page is not found: it has no list that could be empty. */
const OF_ONE_EVENT = /\/details\//;

/**
 * Lists the pages of the dashboard that read data, each with the states it does not show. Every such page needs a
 * skeleton (`withSkeleton`), an `error.tsx` in its folder or above, and an `EmptyState`; one with a filter also needs a
 * `NoMatch`. A state counts if a component that the page imports, directly or not, renders it.
 *
 * @param {Source[]} sources
 * @param {import("../boundaries.mjs").Import[]} imports
 */
export function dataPages(sources, imports) {
  const byFile = new Map(sources.map((source) => [source.file, source]));
  const elements = new Map(sources.map(({ file, tree }) => [file, elementsOf(tree)]));
  const pages = sources.filter(
    ({ file, text }) =>
      /^app\/\(dashboard\)\/.*page\.tsx$/.test(file) &&
      /async function \w+Page\(/.test(text) &&
      !PRINTED.test(file) &&
      !OF_ONE_EVENT.test(file),
  );
  return pages.map(({ file, text }) => {
    const reached = reachableFiles(file, imports);
    const isShown = (/** @type {string} */ name) => reached.some((one) => elements.get(one)?.has(name));
    const missing = [
      text.includes("withSkeleton(") ? "" : "loading",
      hasErrorFile(file, byFile) ? "" : "error",
      isShown("EmptyState") ? "" : "empty",
      isShown("SearchBox") && !isShown("NoMatch") ? "no match" : "",
    ].filter(Boolean);
    return { file, missing };
  });
}

/** Lists the names of the JSX elements of a file. @param {ts.SourceFile} tree */
function elementsOf(tree) {
  return new Set(
    [...nodesOf(tree)]
      .filter((node) => ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node))
      .map(({ tagName }) => tagName.getText()),
  );
}

/** @param {string} start @param {import("../boundaries.mjs").Import[]} imports */
function reachableFiles(start, imports) {
  const found = new Set([start]);
  for (const file of found) {
    for (const { from, to } of imports) {
      if (from === file && to.endsWith(".tsx")) found.add(to);
    }
  }
  return [...found];
}

/** @param {string} file @param {Map<string, Source>} byFile */
function hasErrorFile(file, byFile) {
  for (let folder = path.posix.dirname(file); folder !== "app"; folder = path.posix.dirname(folder)) {
    if (byFile.has(`${folder}/error.tsx`)) return true;
  }
  return false;
}
