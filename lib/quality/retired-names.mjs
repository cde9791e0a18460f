import ts from "typescript";

/**
 * Words that names of the code no longer use, each with its replacement (`docs/glossary.md`). A key of several words
 * matches those words in a row: `why not` matches `whyNot` and `WHY_NOT`.
 *
 * @type {Record<string, string>}
 */
const RETIRED_WORDS = {
  told: "reported, notified or sent",
  nobody: "unassigned",
  nobodys: "unassigned",
  "by hand": "manual",
  "under way": "in flight",
  notice: "notification (of a bank)",
  notices: "notifications (of a bank)",
  fate: "outcome",
  fates: "outcomes",
  happening: "exception details",
  happenings: "exception details",
  tidings: "endpoint result",
  deed: "audit action",
  deeds: "audit entries",
  roster: "assignments version",
  catalogue: "search index",
  "why not": "rejection",
  "bump session": "increment session version",
  door: "HTTP server",
  house: "quality checks",
  papers: "documentation",
  wakeful: "wake lock",
  spoken: "announced, for screen readers",
};

/** Retired first words of constants. In other names they are plain English (`mostRecent`). */
const RETIRED_CONSTANT_PREFIXES = { MOST_: "MAX_" };

/**
 * Finds the first retired word in a name. The name is split at its capitals, underscores, hyphens and dots, and whole
 * words are compared: `lighthouse` contains no `house`.
 *
 * @param {string} name an identifier, or a path
 * @returns {{ word: string, replacement: string } | undefined}
 */
export function findRetiredWord(name) {
  const words = ` ${splitWords(name).join(" ")} `;
  for (const [word, replacement] of Object.entries(RETIRED_WORDS)) {
    if (words.includes(` ${word} `)) return { word, replacement };
  }
  for (const [word, replacement] of Object.entries(RETIRED_CONSTANT_PREFIXES)) {
    if (name.startsWith(word)) return { word, replacement };
  }
  return undefined;
}

/** Splits camelCase, SNAKE_CASE, kebab-case and paths into lower-case words. @param {string} name */
function splitWords(name) {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

/**
 * Returns the name that a node declares: of a function, variable, parameter, type, class, enum or import, or of a
 * property or method of a type or class. A file declares its path. Object keys, names in JSDoc and names in text such
 * as SQL are not checked.
 *
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function declaredName(node) {
  if (ts.isSourceFile(node)) return node.fileName;
  const declares =
    ts.isFunctionLike(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isClassLike(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isImportClause(node) ||
    ts.isNamespaceImport(node) ||
    ts.isImportSpecifier(node);
  return declares && node.name && ts.isIdentifier(node.name) ? node.name.text : undefined;
}

/** Whether a node declares a name with a retired word. @param {ts.Node} node */
export function hasRetiredName(node) {
  const name = declaredName(node);
  return name !== undefined && findRetiredWord(name) !== undefined;
}
