import path from "node:path";
import ts from "typescript";
import { isDocumented, lineOf, nodesOf } from "./sources.mjs";

/**
 * A rule about what is written in a file. `where` says which files it is for, `finds` whether a node breaks it.
 *
 * @typedef {import("./sources.mjs").Source} Source
 * @typedef {{ name: string, comment: string, where: (source: Source) => boolean, finds: (node: ts.Node) => boolean }} WordRule
 */

/** The process is bootstrapped before the settings exist; what a child inherits is not a setting. */
const BOOTSTRAP = ["lib/launch/start.mjs", "lib/launch/takings.mjs", "lib/launch/build.mjs"];
const LOCAL_ONLY = /^lib\/(?!(http|endpoints|auth|door|launch|cli|house|testing)\/)/;
const VAGUE = /^(utils?|helpers?|common|misc|managers?|data|info)$/;

const isProduction = (/** @type {Source} */ { isTest }) => !isTest;

/** @type {WordRule[]} */
export const WORDS = [
  {
    name: "settings-are-read-in-one-home",
    comment: "process.env is read in lib/env.ts; tests and the bootstrap of a process set it.",
    where: (source) =>
      isProduction(source) && source.file !== "lib/env.ts" && !BOOTSTRAP.includes(source.file),
    finds: readsEnvironment,
  },
  {
    name: "one-a-process-is-made-by-once",
    comment:
      "Two bundles of lib live in one process: what must be single is made by once() of lib/process-singleton.ts.",
    where: (source) => isProduction(source) && source.file !== "lib/process-singleton.ts",
    finds: (node) => ts.isIdentifier(node) && node.text === "globalThis",
  },
  {
    name: "no-any",
    comment: "unknown says the same and must be looked at before use.",
    where: () => true,
    finds: (node) => node.kind === ts.SyntaxKind.AnyKeyword,
  },
  {
    name: "double-casts-are-named",
    comment: "A cast by way of unknown lives in a function whose docstring says why it holds.",
    where: () => true,
    finds: (node) => isDoubleCast(node) && !isInDocumentedFunction(node),
  },
  {
    name: "failures-are-told-apart-by-code",
    comment: "Two copies of Failure live in one process: isFailure() and its code know both.",
    where: () => true,
    finds: (node) =>
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
      node.right.getText() === "Failure",
  },
  {
    name: "nothing-goes-out-by-fetch",
    comment:
      "fetch follows redirects and decodes what it gets: undici.request with our dialling rules does neither.",
    where: (source) => isProduction(source) && !/^components\/|\.tsx$/.test(source.file),
    finds: (node) =>
      ts.isCallExpression(node) && ["fetch", "globalThis.fetch"].includes(node.expression.getText()),
  },
  {
    name: "domains-see-no-request",
    comment: "A verb takes a scope and an input; requests and responses end at lib/http.",
    where: (source) => isProduction(source) && LOCAL_ONLY.test(source.file),
    finds: (node) =>
      (ts.isTypeReferenceNode(node) || ts.isNewExpression(node)) &&
      /^(Next)?(Request|Response)$/.test(
        ts.isNewExpression(node) ? node.expression.getText() : node.typeName.getText(),
      ) &&
      !declares(node.getSourceFile(), ts.isNewExpression(node) ? node.expression : node.typeName),
  },
  {
    name: "routes-and-pages-write-no-statement",
    comment: "SQL lives in the domains.",
    where: ({ file, isTest }) => !isTest && /^(app|components|lib\/(http|endpoints|auth))\//.test(file),
    finds: (node) => ts.isTaggedTemplateExpression(node) && /(^|\.)sql$/.test(node.tag.getText()),
  },
  {
    name: "files-are-named-for-what-they-hold",
    comment: "utils, helpers, common, misc, manager, data and info hold anything.",
    where: ({ file }) => VAGUE.test(path.posix.basename(file).replace(/\..*$/, "")),
    finds: ts.isSourceFile,
  },
];

/**
 * Which files break which rules, and on which line.
 *
 * @param {Source[]} sources
 * @returns {{ rule: string, from: string, to: string }[]}
 */
export function readWords(sources) {
  return sources.flatMap((source) => {
    const rules = WORDS.filter(({ where }) => where(source));
    if (rules.length === 0) return [];
    return [...nodesOf(source.tree)].flatMap((node) =>
      rules
        .filter(({ finds }) => finds(node))
        .map(({ name }) => ({ rule: name, from: `${source.file}:${lineOf(node)}`, to: "" })),
    );
  });
}

/** `process.env`, `process["env"]`, `{ env } = process` and the same by import. @param {ts.Node} node */
function readsEnvironment(node) {
  if (ts.isPropertyAccessExpression(node)) return /^(globalThis\.)?process\.env$/.test(node.getText());
  if (ts.isElementAccessExpression(node)) return node.expression.getText() === "process";
  if (ts.isVariableDeclaration(node)) return node.initializer?.getText() === "process";
  return ts.isImportDeclaration(node) && /^["'](node:)?process["']$/.test(node.moduleSpecifier.getText());
}

/** @param {ts.Node} node */
function isDoubleCast(node) {
  return (
    ts.isAsExpression(node) &&
    ts.isAsExpression(node.expression) &&
    node.expression.type.kind === ts.SyntaxKind.UnknownKeyword
  );
}

/** Functions are declared, or are values of names. @param {ts.Node} node */
function isInDocumentedFunction(node) {
  const inFunction = ts.findAncestor(node, ts.isFunctionLike);
  const declared =
    inFunction && ts.isArrowFunction(inFunction) ? inFunction.parent.parent.parent : inFunction;
  const isNamed = declared && (ts.isFunctionDeclaration(declared) || ts.isVariableStatement(declared));
  return Boolean(isNamed && isDocumented(declared));
}

/**
 * Whether a file says itself what a name means, so that it is not the global one.
 *
 * @param {ts.SourceFile} tree @param {ts.Node} name
 */
function declares(tree, name) {
  return [...nodesOf(tree)].some(
    (node) =>
      (ts.isTypeAliasDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isTypeParameterDeclaration(node)) &&
      node.name?.getText() === name.getText(),
  );
}
