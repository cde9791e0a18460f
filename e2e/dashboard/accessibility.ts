import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Runs axe on the page after all fade-ins, because half-transparent text lacks contrast. Returns the violations. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.effect?.getTiming().iterations === Infinity || animation.playState !== "running",
      ),
  );
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
