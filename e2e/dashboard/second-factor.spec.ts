// Guarantee: a second factor is set up, asked for, required and reset, by keyboard alone and on a phone.
import { generateCode } from "@/lib/second-factor/testing/codes";
import { findViolations } from "./accessibility";
import { createMember, createPlatform, expect, signIn, test } from "./fixtures";
import { open } from "./pages";
import { openNewBrowser, readSecret, turnOnSecondFactor, typeSignIn } from "./second-factor";

test("a second factor is set up, asked for at the next sign-in, and turned off: by keyboard alone", async ({
  page,
  browser,
  baseURL,
}) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner");
  await signIn(page.context(), owner);
  const { secret, codes } = await turnOnSecondFactor(page);
  await expect(page.getByText("10 of 10 recovery codes left")).toBeVisible();

  const other = await openNewBrowser(browser, baseURL);
  await other.goto("/login?next=/settings");
  await typeSignIn(other, owner);
  const code = other.getByRole("textbox", { name: "Code" });
  await expect(code).toBeFocused();
  expect(await findViolations(other)).toEqual([]);
  await other.keyboard.type("000000");
  await other.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription(/wrong or was used already/);
  await code.fill(generateCode(secret, 1));
  await other.keyboard.press("Enter");
  await expect(other).toHaveURL(/\/settings$/);

  const third = await openNewBrowser(browser, baseURL);
  await third.goto("/login");
  await typeSignIn(third, owner);
  await third.getByRole("textbox", { name: "Code" }).fill(codes[0]?.toUpperCase() ?? "");
  await third.keyboard.press("Enter");
  await expect(third).toHaveURL(/\/events$/);
  await third.goto("/settings");
  await expect(third.getByText("9 of 10 recovery codes left")).toBeVisible();
  await third.getByRole("button", { name: "Turn off" }).press("Enter");
  const sure = third.getByRole("alertdialog", { name: "Turn off your second factor?" });
  await expect(sure.getByRole("button", { name: "Keep it on" })).toBeFocused();
  await sure.getByRole("button", { name: "Turn off" }).press("Enter");
  await expect(third.getByRole("button", { name: "Set up" })).toBeVisible();
  await other.context().close();
  await third.context().close();
});

test("a member whose role requires a second factor sets it up before anything else, on a phone too", async ({
  page,
  browser,
  baseURL,
}) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner");
  const finance = await createMember(organisation, "finance", "Femi Ade");
  await signIn(page.context(), owner);
  await page.goto("/settings/members");
  const required = page.getByRole("group", { name: "Second factor required of" });
  await required.getByRole("checkbox", { name: "Finance" }).press("Space");
  await expect(page.getByText("Saved.").first()).toBeVisible();

  const other = await openNewBrowser(browser, baseURL);
  await other.setViewportSize({ width: 360, height: 740 });
  await other.goto("/login?next=/settings");
  await typeSignIn(other, finance);
  await expect(other).toHaveURL(/\/second-factor\?next=%2Fsettings$/);
  await expect(other.getByRole("img", { name: "QR code for an authenticator app" })).toBeVisible();
  expect(await findViolations(other)).toEqual([]);
  expect(
    await other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  const refused = await other.request.get("/api/dashboard/sessions");
  expect([refused.status(), (await refused.json()).code]).toEqual([403, "second_factor_setup_required"]);
  await other.getByRole("textbox", { name: "Code" }).fill(generateCode(await readSecret(other)));
  await other.keyboard.press("Enter");
  await expect(other.getByRole("list", { name: "Recovery codes" })).toBeVisible();
  expect(await findViolations(other)).toEqual([]);
  await other.getByRole("button", { name: "I have stored them" }).click();
  await expect(other).toHaveURL(/\/settings$/);
  await expect(other.getByText("Your role needs it.")).toBeVisible();
  await expect(other.getByRole("button", { name: "Turn off" })).toBeHidden();
  await other.context().close();
});

test("a lost second factor is reset by another owner, and the member sees an alert until they dismiss it", async ({
  page,
  browser,
  baseURL,
}) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner", "Adaeze Nwosu");
  const second = await createMember(organisation, "owner", "Femi Ade");
  const other = await openNewBrowser(browser, baseURL);
  await signIn(other.context(), second);
  await turnOnSecondFactor(other);
  await signIn(page.context(), owner);
  await page.goto("/settings/members");
  await page.getByRole("button", { name: "More for Femi Ade" }).click();
  await page.getByRole("menuitem", { name: "Reset second factor" }).click();
  const sure = page.getByRole("alertdialog", { name: "Reset the second factor of Femi Ade?" });
  await expect(sure.getByRole("button", { name: "Keep it" })).toBeFocused();
  await sure.getByRole("button", { name: "Reset" }).click();
  await expect(sure).toBeHidden();
  expect((await other.request.get("/api/dashboard/sign-ins")).status()).toBe(401);

  await signIn(other.context(), second);
  await open(other, "/events");
  const resetBanner = other.getByText("removed your second factor.");
  await expect(resetBanner).toBeVisible();
  await expect(other.getByText(owner.email)).toBeVisible();
  expect(await findViolations(other)).toEqual([]);
  await other.reload();
  await expect(resetBanner).toBeVisible();
  // The card of first steps has a button of this name too, in the page's region.
  const dismiss = other
    .getByRole("region", { name: "Changes to your access" })
    .getByRole("button", { name: "Dismiss" });
  await dismiss.click();
  await expect(resetBanner).toBeHidden();
  await open(other, "/events");
  await expect(dismiss).toBeHidden();
  await other.context().close();
});
