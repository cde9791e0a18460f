import path from "node:path";

/**
 * Finds the cycles of value imports between folders. In each folder, its files and its direct subfolders are compared:
 * a subfolder imports another entry if any file below it does. A cycle that includes a subfolder is reported, once, as
 * the list of its entries. Cycles of files alone are found by the import rule `no-value-cycles`; the import rules also
 * order the top folders, which hold several layers each.
 *
 * @param {import("../boundaries.mjs").Import[]} imports
 * @returns {string[]}
 */
export function folderCycles(imports) {
  /** @type {Map<string, Map<string, Set<string>>>} */
  const graphs = new Map();
  for (const { from, to, isTypeOnly } of imports) {
    const parent = commonFolder(from, to);
    if (isTypeOnly || parent === "") continue;
    const [source, target] = [entryOf(from, parent), entryOf(to, parent)];
    if (source === target) continue;
    const graph = graphs.get(parent) ?? graphs.set(parent, new Map()).get(parent);
    graph?.set(source, (graph.get(source) ?? new Set()).add(target));
  }
  return [...graphs].flatMap(([parent, graph]) =>
    findCycles(graph)
      .filter((entries) => entries.some((entry) => !/\.\w+$/.test(entry)))
      .map((entries) => `${parent}: ${entries.join(" ⇄ ")}`),
  );
}

/** Returns the deepest folder that contains both files. @param {string} one @param {string} other */
function commonFolder(one, other) {
  const [a, b] = [path.posix.dirname(one).split("/"), path.posix.dirname(other).split("/")];
  let depth = 0;
  while (depth < a.length && a[depth] === b[depth]) depth++;
  return a.slice(0, depth).join("/");
}

/** Returns the file or subfolder of `folder` that is or contains `file`. @param {string} file @param {string} folder */
function entryOf(file, folder) {
  return file.slice(folder.length + 1).split("/")[0] ?? "";
}

/** Lists the sets of entries that reach each other. @param {Map<string, Set<string>>} graph */
function findCycles(graph) {
  const reached = new Map([...graph.keys()].map((entry) => [entry, reachable(graph, entry)]));
  /** @type {Map<string, string[]>} */
  const cycles = new Map();
  for (const [entry, targets] of reached) {
    if (!targets.has(entry)) continue;
    const members = [...targets].filter((target) => reached.get(target)?.has(entry)).sort();
    cycles.set(members.join(), members);
  }
  return [...cycles.values()];
}

/** @param {Map<string, Set<string>>} graph @param {string} start */
function reachable(graph, start) {
  /** @type {Set<string>} */
  const found = new Set();
  const open = [start];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    for (const target of graph.get(entry) ?? []) {
      if (found.has(target)) continue;
      found.add(target);
      open.push(target);
    }
  }
  return found;
}
