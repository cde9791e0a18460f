import ts from "typescript";

/** Attributes and properties whose values are code: styles, identifiers, and what a machine reads. */
const CODE_NAMES =
  /^(.*[cC]lassName|.*Class|id|href|type|role|htmlFor|src|key|keys|rel|target|autoComplete|inputMode|d|viewBox|fill|stroke|lang|method|action|as|pattern|aria-keyshortcuts|style|variant|tone|size|margin|look|color|kind|signal|dataKey|data-.*)$/;
/** Constants that hold styles, cookies or formats. */
const CODE_CONSTANTS = /CLASS|STYLE|Style|_CSS|COOKIE|FORMAT/;
/** Calls whose arguments are code. */
const CODE_CALLS =
  /^(cn|fetch|assertDefined)$|querySelector|EventListener|matchMedia|setProperty|closest$|matches$|Attribute$|createElement|\.(get|has|set|test|split|join|replace|startsWith|endsWith|includes)$|createContext|^log\./;
const CODE_CLASSES = /Error$|^URL|^Intl|Event$|RegExp|Failure/;
const KEY_NAMES =
  /^(Enter|Escape|Tab|Home|End|Page(Up|Down)|Arrow\w+|Backspace|Delete|Esc|Ctrl|Shift|Control|Meta|Alt)$/;
/** Names of products and formats, which are the same in every language. */
const PROPER_NAMES =
  /^(Takings|Windows|Linux|Android|Firefox|Opera|Chrome|Safari|Edge|Mac OS X|macOS|iPhone|iPad|[A-Z]+)$/;
/** Code with spaces: a shell command, a CSS selector, a list of names, a style. */
const CODE_TEXT =
  /^(curl |M[\d.]|inset\(|translate\(|min\(|[a-z]+\/|https?:|[/#.@]|\([a-z-]+:|--|%s)|:not\(|\[role|^([\d. $]+px|sans mono|wrap nowrap|axis meta body.*|button, a)$/;
const STYLE =
  /^(\S*[a-z]-\S+|\S*[[:]\S+|flex|grid|block|hidden|truncate|relative|absolute|fixed|sticky|static|inline|peer|figures|border|rounded|m-auto|underline|group|table|italic|uppercase|\$)$/;

/**
 * Whether a node is a text of a screen that stands in a component or a page, and not in a catalogue of its folder, `texts.ts` or
 * one whose name ends so.
 *
 * @param {ts.Node} node
 */
export function isScreenText(node) {
  if (ts.isJsxText(node)) return /[A-Za-z]{2}/.test(node.text);
  const text = textOf(node);
  return text !== undefined && isLanguage(text) && !isCode(node);
}

/** The text of a literal, with `$` for each expression in it. @param {ts.Node} node */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `$${literal.text}`).join("");
}

/** Whether a text is language: several words, or one with a capital. @param {string} text */
function isLanguage(text) {
  const trimmed = text.trim();
  if (!/[A-Za-z]{2}/.test(trimmed) || [KEY_NAMES, PROPER_NAMES, CODE_TEXT].some((code) => code.test(trimmed)))
    return false;
  if (trimmed.split(/\s+/).every((word) => STYLE.test(word))) return false;
  return /[\w.,!?…:’)$] +[\w“($]/.test(text) || /^[A-Z]-?[a-z]/.test(trimmed) || /[a-z]\.$/.test(trimmed);
}

/** Whether a literal is code by its place. @param {ts.Node} node */
function isCode(node) {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return true;
  if (ts.isExpressionStatement(parent) || ts.isCaseClause(parent) || ts.isTaggedTemplateExpression(parent))
    return true;
  if (ts.isElementAccessExpression(parent)) return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isBinaryExpression(parent) && /^([!=]==|in)$/.test(parent.operatorToken.getText())) return true;
  if (ts.isBinaryExpression(parent) && /\.name$/.test(parent.left.getText())) return true;
  return isInCode(node);
}

/** Whether an attribute, a property, a call or a constant around a literal holds code. @param {ts.Node} node */
function isInCode(node) {
  const owner = ts.findAncestor(node.parent, (one) => {
    if (ts.isFunctionLike(one) || ts.isBlock(one) || ts.isJsxAttribute(one)) return "quit";
    return isCodeOwner(one);
  });
  const attribute = ts.findAncestor(node.parent, (one) =>
    ts.isFunctionLike(one) ? "quit" : ts.isJsxAttribute(one),
  );
  return (
    Boolean(owner) ||
    (attribute && ts.isJsxAttribute(attribute) ? CODE_NAMES.test(attribute.name.getText()) : false)
  );
}

/** @param {ts.Node} node */
function isCodeOwner(node) {
  if (ts.isPropertyAssignment(node)) return CODE_NAMES.test(node.name.getText());
  if (ts.isNewExpression(node)) return CODE_CLASSES.test(node.expression.getText());
  if (ts.isCallExpression(node)) return CODE_CALLS.test(node.expression.getText());
  if (ts.isVariableDeclaration(node)) return CODE_CONSTANTS.test(node.name.getText());
  return false;
}
