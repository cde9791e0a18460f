import path from "node:path";
import ts from "typescript";
import { hasRetiredName, hasRetiredText } from "./retired-names.mjs";
import { isScreenText } from "./screen-texts.mjs";
import { isDocumented, lineOf, nodesOf } from "./sources.mjs";

/** Catalogues of texts, and what has only names of styles or a script as texts. */
const HAS_NO_SCREEN_TEXT = /\/(([a-z-]+-)?texts\.ts|display\/cn\.ts|typeface\/preload-fonts\.tsx)$/;

/** Test files, and what Vitest loads for each of them. */
const IS_OF_EACH_FILE = /\.test\.ts$|^lib\/testing\/shared-worker\.ts$/;

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

/** A name that ends in the middle of a phrase: after an article, a conjunction or a possessive. */
const CUT_NAME = /[a-z0-9](A|An|The|And|Or|Its|Their|Your)$/;

const VAGUE_NAME = /^(utils?|helpers?|common|misc|managers?|data|info)$/;

/** @type {LintRule[]} */
export const LINT_RULES = [
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
  {
    name: "no-text-outside-catalogue",
    comment:
      "Texts of screens are in the `texts.ts` of their folder, so that they can be read in one sitting and translated.",
    appliesTo: ({ file, isTest }) =>
      !isTest && /^(app|components)\//.test(file) && !HAS_NO_SCREEN_TEXT.test(file),
    isViolation: isScreenText,
  },
  {
    name: "no-cut-text-names",
    comment: "The name of a shown text is a whole phrase: `passwordLinkIsMade`, not `madeALinkThatSetsA`.",
    appliesTo: ({ file }) => /(^|[/-])texts\.ts$/.test(file),
    isViolation: (node) => ts.isVariableDeclaration(node) && CUT_NAME.test(node.name.getText()),
  },
  {
    name: "no-hooks-of-helper-modules",
    comment:
      "Test files of one worker share the modules that they import: a hook or setting at the top of such a module is of the first file only. Put it into a function that each file calls.",
    appliesTo: ({ file }) => file.startsWith("lib/") && !IS_OF_EACH_FILE.test(file),
    isViolation: (node) =>
      ts.isCallExpression(node) &&
      ts.isSourceFile(node.parent.parent) &&
      /^((before|after)(All|Each)\(|Object\.assign\(process\.env)/.test(node.getText()),
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
