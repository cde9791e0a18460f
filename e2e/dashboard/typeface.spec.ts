// Guarantee: a page is shown in its own typeface from the start, and in the fallback if the typeface is late.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

/**
 * Opens the sign-in with the page's clock stopped and its typeface held back until the returned function is called.
 */
async function openWithoutTypeface(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.clock.install();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.route("**/*.woff2", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  await expect(emailOf(page)).toBeAttached();
  return release;
}

const emailOf = (page: Page) => page.getByRole("textbox", { name: "Email", includeHidden: true });

test("no text is shown in the fallback while the page's typeface is a moment away", async ({ page }) => {
  const release = await openWithoutTypeface(page);
  await expect(emailOf(page)).toBeHidden();
  release();
  await expect(emailOf(page)).toBeVisible();
});

test("a page whose typeface is late is shown in the fallback", async ({ page }) => {
  const release = await openWithoutTypeface(page);
  await expect(emailOf(page)).toBeHidden();
  await page.clock.runFor(100);
  await expect(emailOf(page)).toBeVisible();
  release();
});
