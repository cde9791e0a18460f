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

/**
 * Words that texts no longer use, each with its replacement: in comments, docstrings, documents, test titles, and the
 * texts of logs, errors and screens. Only words that have no legitimate other use there; `tell`, for example, is missing.
 *
 * @type {[pattern: RegExp, replacement: string][]}
 */
const RETIRED_IN_TEXTS = [
  [/\btold\b/i, "reported, notified or sent"],
  [/\btells\b/i, "reports, returns or shows"],
  [/\bwhoever\b/i, "the person, caller or process that"],
  [/\bNobody\b|\bnobody's\b/, "unassigned, or no member"],
  [/\bby hand\b/i, "manually"],
  [/\bunder ?way\b/i, "in flight or in progress"],
  [/\b(a|an|the|this|that|each|every|bank|bank's) notices?\b/i, "bank notification"],
  [/\bword of (a|the) bank\b/i, "status update"],
  [/\bfates?\b/i, "outcome"],
  [/\bhappenings?\b/i, "exception details"],
  [/\btidings\b/i, "endpoint result"],
  [/\bdeeds?\b/i, "audit action"],
  [/\broster\b/i, "assignments"],
  [/\bwakeful\b/i, "wake lock"],
  [/\b(our|the) books\b/i, "ledger"],
  [/\bcomes? again\b/i, "is repeated"],
  [/\bgood for nothing\b/i, "revoked"],
  [/\bin one breath\b|\bin crumbs\b/i, "a literal description"],
  // Former texts of the screens.
  [/\bNothing needs you\b/, "No open exceptions"],
  [/\bNothing waits\b/, "All clear"],
  [/\bAll has arrived\b/, "Fully settled"],
  [/\bNothing of it is in\b/, "Not recorded yet"],
  [/\bShow these\b/, "Apply"],
  [/\bNo payment by these filters\b/, "No results"],
  [/\bOn no terminal\b/, "No terminal"],
  [/\bNot heard from\b/, "No payments yet"],
  [/\bLinked to an operator\b/, "Assigned"],
  [/\bsent nowhere\b/, "No webhook set up"],
  [/\bsignature agreed\b/i, "Signature verified"],
  [/\bYour own id for this event\b/, "Reference"],
  [/\bTwo events may share\b/, "Need not be unique"],
  [/\bSince (Today|Yesterday)\b/, "Since today"],
  [/\bI have stored it\b/, "Done"],
  [/\bMake the link anew\b/, "New link"],
  [/\bKept for ever\b/, "Permanent record"],
  [/\bPrint the night\b/, "Print summary"],
  [/\bGo to, or do\b/, "Search or run a command"],
  [/\bSkip to the page\b/, "Skip to content"],
  [/\bpassword is gone\b/, "Forgot password?"],
];

/**
 * Finds the first retired word in a text.
 *
 * @param {string} text
 * @returns {{ word: string, replacement: string } | undefined}
 */
export function findRetiredWordInText(text) {
  for (const [pattern, replacement] of RETIRED_IN_TEXTS) {
    const word = pattern.exec(text)?.[0];
    if (word) return { word, replacement };
  }
  return undefined;
}

/**
 * Whether a node is a text with a retired word, or a comment before or after the node has one. Texts are JSX texts and
 * string literals of several words; SQL and other tagged templates are not checked.
 *
 * @param {ts.Node} node
 */
export function hasRetiredText(node) {
  return [textOf(node), ...commentsAt(node)].some((text) => findRetiredWordInText(text) !== undefined);
}

/** Returns the text of a JSX text or of a string literal of several words, else an empty text. @param {ts.Node} node */
function textOf(node) {
  const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || isTemplatePart(node);
  return isText && !ts.findAncestor(node, ts.isTaggedTemplateExpression) && /\S\s+\S/.test(node.getText())
    ? node.getText()
    : "";
}

/** @param {ts.Node} node */
function isTemplatePart(node) {
  return (
    node.kind === ts.SyntaxKind.TemplateHead ||
    node.kind === ts.SyntaxKind.TemplateMiddle ||
    node.kind === ts.SyntaxKind.TemplateTail
  );
}

/**
 * Returns the comments directly before a node and those after it on its line, except those that are also its parent's.
 *
 * @param {ts.Node} node
 */
function commentsAt(node) {
  const { text } = node.getSourceFile();
  const isFirst = node.parent?.getFullStart() === node.getFullStart();
  const isLast = node.parent?.end === node.end;
  const before = isFirst ? [] : (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []);
  const after = isLast ? [] : (ts.getTrailingCommentRanges(text, node.end) ?? []);
  return [...before, ...after].map(({ pos, end }) => text.slice(pos, end).replace(/[\s*]+/g, " "));
}
