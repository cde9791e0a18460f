import { type Browser, expect, type Page } from "@playwright/test";
import { generateCode } from "@/lib/second-factor/testing/codes";
import type { Login } from "./sign-in";

/** Fills in the first step of signing in, by keyboard. */
export async function typeSignIn(
  page: Page,
  { email, password }: Pick<Login, "email" | "password">,
): Promise<void> {
  await page.getByLabel("Work email").focus();
  await page.keyboard.type(email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
}

/** The secret that a page shows for the authenticator app. */
export async function readSecret(page: Page): Promise<string> {
  const key = page.getByRole("code").filter({ hasText: /^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/ });
  const text = await key.innerText();
  return text.replaceAll(" ", "");
}

/** Turns the second factor on in Settings. Returns the secret and the recovery codes. */
export async function turnOnSecondFactor(page: Page) {
  await page.goto("/settings");
  await page.getByRole("button", { name: "Set up" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Set up a second factor" });
  await expect(dialog.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
  const secret = await readSecret(page);
  await dialog.getByRole("textbox", { name: "Code" }).focus();
  await page.keyboard.type(generateCode(secret));
  await page.keyboard.press("Enter");
  const shown = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(shown.getByRole("listitem")).toHaveCount(10);
  const codes = await shown.getByRole("listitem").allTextContents();
  await shown.getByRole("button", { name: "I have stored them" }).press("Enter");
  await expect(shown).toBeHidden();
  return { secret, codes };
}

/** Opens a page in a new browser context. */
export async function openNewBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  return context.newPage();
}
