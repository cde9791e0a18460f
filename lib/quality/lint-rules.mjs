import path from "node:path";
import ts from "typescript";
import { hasRetiredName, hasRetiredText } from "./retired-names.mjs";
import { isDocumented, lineOf, nodesOf } from "./sources.mjs";

/** @typedef {import("./sources.mjs").Source} Source */

/**
 * A rule about the syntax of single files. `appliesTo` selects the files; `isViolation` tests one syntax node.
 *
 * @typedef {{ name: string, comment: string, appliesTo: (source: Source) => boolean, isViolation: (node: ts.Node) => boolean }} LintRule
 */

/**
 * A violation of a lint rule (`from` is `file:line`, `to` is empty) or of an import rule (both are files).
 *
 * @typedef {{ rule: string, from: string, to: string }} Violation
 */

/** Start scripts run before lib/env.ts is loaded and pass the environment on to a child process. */
const BOOTSTRAP = ["lib/launch/start.mjs", "lib/launch/takings.mjs", "lib/launch/build.mjs"];
const REQUEST_FREE = /^lib\/(?!(http|endpoints|auth|server|launch|cli|quality|testing)\/)/;
const VAGUE_NAME = /^(utils?|helpers?|common|misc|managers?|data|info)$/;

const isProduction = (/** @type {Source} */ { isTest }) => !isTest;

/** @type {LintRule[]} */
export const LINT_RULES = [
  {
    name: "settings-only-in-env",
    comment: "Only lib/env.ts reads process.env. Tests and the start scripts may set it.",
    appliesTo: (source) =>
      isProduction(source) && source.file !== "lib/env.ts" && !BOOTSTRAP.includes(source.file),
    isViolation: readsEnvironment,
  },
  {
    name: "singletons-use-the-helper",
    comment:
      "One process loads two bundles of lib, so only singleton() of lib/process-singleton.ts may use globalThis.",
    appliesTo: (source) => isProduction(source) && source.file !== "lib/process-singleton.ts",
    isViolation: (node) => ts.isIdentifier(node) && node.text === "globalThis",
  },
  {
    name: "no-any",
    comment: "Use unknown, which must be narrowed before use.",
    appliesTo: () => true,
    isViolation: (node) => node.kind === ts.SyntaxKind.AnyKeyword,
  },
  {
    name: "no-undocumented-double-cast",
    comment: "A cast through unknown belongs in a function whose docstring says why the cast is safe.",
    appliesTo: () => true,
    isViolation: (node) => isDoubleCast(node) && !isInDocumentedFunction(node),
  },
  {
    name: "no-instanceof-failure",
    comment:
      "One process has two Failure classes, one per bundle: use isFailure() and the code of the failure.",
    appliesTo: () => true,
    isViolation: (node) =>
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.InstanceOfKeyword &&
      node.right.getText() === "Failure",
  },
  {
    name: "no-fetch-on-the-server",
    comment:
      "fetch follows redirects and decodes bodies. Use undici.request with the outbound address checks.",
    appliesTo: (source) => isProduction(source) && !/^components\/|\.tsx$/.test(source.file),
    isViolation: (node) =>
      ts.isCallExpression(node) && ["fetch", "globalThis.fetch"].includes(node.expression.getText()),
  },
  {
    name: "no-request-in-domains",
    comment:
      "A domain function takes a scope and an input. Only lib/http and the layers above use Request and Response.",
    appliesTo: (source) => isProduction(source) && REQUEST_FREE.test(source.file),
    isViolation: (node) =>
      (ts.isTypeReferenceNode(node) || ts.isNewExpression(node)) &&
      /^(Next)?(Request|Response)$/.test(
        ts.isNewExpression(node) ? node.expression.getText() : node.typeName.getText(),
      ) &&
      !declaresType(node.getSourceFile(), ts.isNewExpression(node) ? node.expression : node.typeName),
  },
  {
    name: "no-sql-in-routes-and-pages",
    comment: "Only domains contain SQL.",
    appliesTo: ({ file, isTest }) => !isTest && /^(app|components|lib\/(http|endpoints|auth))\//.test(file),
    isViolation: (node) => ts.isTaggedTemplateExpression(node) && /(^|\.)sql$/.test(node.tag.getText()),
  },
  {
    name: "no-vague-file-names",
    comment:
      "A name such as utils, helpers, common, misc, manager, data or info does not say what a file contains.",
    appliesTo: ({ file }) => VAGUE_NAME.test(path.posix.basename(file).replace(/\..*$/, "")),
    isViolation: ts.isSourceFile,
  },
  {
    name: "no-retired-names",
    comment: "Names use the current terms of docs/glossary.md; retired-names.mjs lists the retired words.",
    appliesTo: () => true,
    isViolation: hasRetiredName,
  },
  {
    name: "no-retired-words",
    comment: "Comments and texts use the current terms of docs/glossary.md too.",
    appliesTo: ({ file }) => !file.startsWith("lib/quality/"),
    isViolation: hasRetiredText,
  },
];

/**
 * Checks files against all lint rules.
 *
 * @param {Source[]} sources
 * @returns {Violation[]}
 */
export function findViolations(sources) {
  return sources.flatMap((source) => {
    const rules = LINT_RULES.filter(({ appliesTo }) => appliesTo(source));
    if (rules.length === 0) return [];
    return [...nodesOf(source.tree)].flatMap((node) =>
      rules
        .filter(({ isViolation }) => isViolation(node))
        .map(({ name }) => ({ rule: name, from: `${source.file}:${lineOf(node)}`, to: "" })),
    );
  });
}

/** Finds `process.env`, `process["env"]`, `{ env } = process` and any import of process. @param {ts.Node} node */
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

/** Whether a node is in a documented function declaration or arrow function constant. @param {ts.Node} node */
function isInDocumentedFunction(node) {
  const inFunction = ts.findAncestor(node, ts.isFunctionLike);
  const declared =
    inFunction && ts.isArrowFunction(inFunction) ? inFunction.parent.parent.parent : inFunction;
  const isNamed = declared && (ts.isFunctionDeclaration(declared) || ts.isVariableStatement(declared));
  return Boolean(isNamed && isDocumented(declared));
}

/**
 * Whether a file declares a type of this name, so that the name does not refer to the global type.
 *
 * @param {ts.SourceFile} tree @param {ts.Node} name
 */
function declaresType(tree, name) {
  return [...nodesOf(tree)].some(
    (node) =>
      (ts.isTypeAliasDeclaration(node) ||
        ts.isInterfaceDeclaration(node) ||
        ts.isClassDeclaration(node) ||
        ts.isTypeParameterDeclaration(node)) &&
      node.name?.getText() === name.getText(),
  );
}
