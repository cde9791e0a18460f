import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The accessibility violations that axe finds on the page, once nothing is fading in: a text that is half transparent lacks contrast. */
export async function violationsOf(page: Page): Promise<string[]> {
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
