import type { Page } from "@playwright/test";
import axe from "axe-core";

/** The rules whose result depends on the theme. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Runs axe on the page after all fade-ins, because half-transparent text lacks contrast. Returns the violations, of these
 * rules only if some are given.
 */
export async function findViolations(page: Page, rules?: string[]): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.effect?.getTiming().iterations === Infinity || animation.playState !== "running",
      ),
  );
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  const { violations } = await page.evaluate((given) => window.axe.run(given), options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
