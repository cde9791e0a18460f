import ts from "typescript";
import { lineOf, nodesOf, RIG } from "../sources.mjs";

/** @typedef {import("../sources.mjs").Source} Source */

/** Files that select elements by CSS, each with the reason why a role or test id does not do. */
const CSS_ALLOWED = new Map([
  ["e2e/dashboard/phone.spec.ts", "measures the pixels around every control, also of those without a role"],
]);

/**
 * Lists the timed waits and CSS locators of the end-to-end tests. A wait is `waitForTimeout`, `setTimeout` of
 * `node:timers/promises`, or a promise that a timer resolves. The rigs, whose load runs by the clock, may sleep
 * and read the page by `querySelector` in the browser.
 *
 * @param {Source[]} sources
 * @returns {{ timedWaits: string[], cssLocators: string[] }}
 */
export function endToEndSmells(sources) {
  const files = sources.filter(({ file }) => file.startsWith("e2e/") && !/^e2e\/(bench|chaos)\//.test(file));
  const locate = (
    /** @type {Source} */ { file, tree },
    /** @type {(node: ts.Node) => boolean} */ isSelected,
  ) => [...nodesOf(tree)].filter(isSelected).map((node) => `${file}:${lineOf(node)}`);
  return {
    timedWaits: files.flatMap((source) => {
      const sleep = RIG.test(source.file) ? undefined : sleepName(source.tree);
      return locate(source, (node) => isTimedWait(node, sleep, RIG.test(source.file)));
    }),
    cssLocators: files
      .filter(({ file }) => !CSS_ALLOWED.has(file))
      .flatMap((source) => locate(source, (node) => isCssLocator(node, RIG.test(source.file)))),
  };
}

/** Returns the name under which a file imports the `setTimeout` that returns a promise. @param {ts.SourceFile} tree */
function sleepName(tree) {
  const specifier = [...nodesOf(tree)].find(
    (node) =>
      ts.isImportSpecifier(node) &&
      (node.propertyName ?? node.name).getText() === "setTimeout" &&
      /timers\/promises/.test(node.parent.parent.parent.moduleSpecifier.getText()),
  );
  return specifier && /** @type {ts.ImportSpecifier} */ (specifier).name.getText();
}

/** @param {ts.Node} node @param {string | undefined} sleep @param {boolean} isRig */
function isTimedWait(node, sleep, isRig) {
  if (ts.isCallExpression(node)) {
    const called = node.expression.getText();
    return /\.waitForTimeout$/.test(called) || called === sleep;
  }
  if (isRig || !ts.isNewExpression(node) || node.expression.getText() !== "Promise") return false;
  return [...nodesOf(node)].some(
    (inner) => ts.isCallExpression(inner) && inner.expression.getText() === "setTimeout",
  );
}

/** @param {ts.Node} node @param {boolean} isRig */
function isCssLocator(node, isRig) {
  const pattern = isRig ? /\.(locator|\$|\$\$)$/ : /\.(locator|\$|\$\$|querySelector(All)?)$/;
  return ts.isCallExpression(node) && pattern.test(node.expression.getText());
}
