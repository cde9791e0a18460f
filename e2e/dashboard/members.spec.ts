import { randomBytes } from "node:crypto";
import { createMember, createPlatform, expect, signIn, test } from "./fixtures";

const password = "a password of some length";

test("an invited member sets a password by the link, once, and sees what the role permits", async ({
  organiser,
  browser,
  baseURL,
}) => {
  const email = `tunde-${randomBytes(4).toString("hex")}@ekosounds.example`;
  await organiser.goto("/settings/members");
  await organiser.getByRole("button", { name: "Invite" }).click();
  const dialog = organiser.getByRole("dialog", { name: "Invite a member" });
  await dialog.getByLabel("Work email").fill(email);
  await dialog.getByLabel("Name").fill("Tunde Bakare");
  await dialog.getByRole("button", { name: /^Role:/ }).click();
  await organiser.getByRole("menuitemradio", { name: "Viewer" }).click();
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const shown = organiser.getByRole("region", { name: "New link" });
  const link = new URL((await shown.getByRole("code").textContent()) ?? "");
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(shown).toBeHidden();
  await expect(organiser.getByRole("row", { name: /Tunde Bakare Invited/ })).toBeVisible();
  await organiser.getByRole("link", { name: "Audit log" }).click();
  const entry = organiser.getByRole("table", { name: "Audit log" }).getByRole("row").nth(1);
  const space = await entry
    .getByRole("cell")
    .nth(1)
    .evaluate((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      return text.getBoundingClientRect().top - cell.getBoundingClientRect().top;
    });
  expect(space, "between an audit row's text and its border").toBeGreaterThanOrEqual(8);

  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto(`${link.pathname}${link.hash}`);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByLabel("New password")).toHaveAccessibleDescription(/10 to 200 characters/);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("link", { name: `Sign in as ${email}` }).click();
  await page.getByLabel("Work email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/events$/);
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Roles" })).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Settings" });
  await expect(tabs.getByRole("link")).toHaveText(["Account", "Alerts", "Profile"]);
  for (const hidden of ["members", "collection", "audit"]) {
    await page.goto(`/settings/${hidden}`);
    await expect(page.getByRole("heading", { name: "Your role may not see this" })).toBeVisible();
  }

  await page.goto(`${link.pathname}${link.hash}`);
  await expect(page.getByText("This link has been used or is too old. Ask for a new one.")).toBeVisible();
  await expect(page.getByLabel("New password")).toBeHidden();
  await context.close();
});

test("a removed member loses access at once, and the log has who removed them", async ({
  page,
  browser,
  baseURL,
}) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner", "Adaeze Nwosu");
  const gate = await createMember(organisation, "gate_lead", "Femi Ade");
  await signIn(page.context(), owner);
  const context = await browser.newContext({ baseURL });
  await signIn(context, gate);
  expect((await context.request.get("/api/dashboard/sessions")).status()).toBe(200);

  await page.goto("/settings/members");
  await page.getByRole("button", { name: "More for Femi Ade" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  const sure = page.getByRole("alertdialog", { name: "Remove Femi Ade?" });
  await expect(sure.getByRole("button", { name: "Keep Femi Ade" })).toBeFocused();
  await sure.getByRole("button", { name: "Remove" }).click();
  // The rows behind an open dialog are hidden from the accessibility tree.
  await expect(sure).toBeHidden();
  await expect(page.getByRole("row", { name: /Femi Ade/ })).toBeHidden();
  expect((await context.request.get("/api/dashboard/sessions")).status()).toBe(401);
  await page.goto("/settings/audit");
  await expect(
    page.getByRole("table", { name: "Audit log" }).getByRole("row", { name: /removed a member/ }),
  ).toContainText(owner.email);
  await context.close();
});

test("the only owner cannot be removed, and the page says why", async ({ page }) => {
  const { organisation } = await createPlatform();
  await signIn(page.context(), await createMember(organisation, "owner", "Adaeze Nwosu"));
  await page.goto("/settings/members");
  await page.getByRole("button", { name: /^Role of Adaeze Nwosu:/ }).click();
  await page.getByRole("menuitemradio", { name: "Viewer" }).click();
  await expect(page.getByText("The role was not changed. This is the only owner").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Role of Adaeze Nwosu: Owner" })).toBeVisible();
});

test("ending the other sign-ins signs the other browser out, and keeps this one", async ({
  page,
  browser,
  baseURL,
}) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner");
  const context = await browser.newContext({ baseURL });
  await signIn(context, owner);
  await signIn(page.context(), owner);
  const other = await context.newPage();
  await other.goto("/settings");
  await page.goto("/settings");
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(page.getByText("This one")).toBeVisible();
  await expect(page.getByRole("button", { name: "End all others" })).toBeHidden();
  await other.reload();
  await expect(other).toHaveURL(/\/login\?next=%2Fsettings$/);
  await context.close();
});
