import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** The rules of WCAG 2.2, which axe checks only if they are enabled. */
const WCAG_22 = { "target-size": { enabled: true } };
/** The rules whose result depends on the theme. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/**
 * Runs axe on the page after all fade-ins, because half-transparent text lacks contrast: WCAG 2.2 AA and best practices.
 * Returns the violations; only those of `rules` if it is given.
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
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    ...(rules ? { runOnly: rules } : { rules: WCAG_22 }),
  };
  const { violations } = await page.evaluate((given) => window.axe.run(given), options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}

/** Expects no violation of an accessibility rule in either theme, and no horizontal scrolling at any width. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await findViolations(page), colorScheme).toEqual([]);
  }
  for (const width of [320, 390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(overflow, { message: `at ${width} px` }).toBeLessThanOrEqual(0);
  }
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
