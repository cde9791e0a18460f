// Guarantee: a member changes their own password, and confirms their identity before sensitive actions.
import { generateCode } from "@/lib/second-factor/testing/codes";
import { expireConfirmations } from "../db-queries";
import { findViolations } from "./accessibility";
import { createMember, createPlatform, expect, postSignIn, sessionBody, signIn, test } from "./fixtures";
import { openNewBrowser, turnOnSecondFactor } from "./second-factor";

const NEW_PASSWORD = "orbit-velvet-9-lamp";

test("a member changes their own password by keyboard, which ends the other sign-ins and keeps this one", async ({
  page,
  browser,
  baseURL,
}) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner");
  const other = await openNewBrowser(browser, baseURL);
  await signIn(other.context(), owner);
  await signIn(page.context(), owner);
  await page.goto("/settings");
  await page.getByRole("button", { name: "Change password" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change your password" });
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type("not the password");
  await dialog.getByLabel("New password").fill("1234567890");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Current password")).toHaveAccessibleDescription(/not your password/);
  await dialog.getByLabel("Current password").fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("New password")).toHaveAccessibleDescription(/easy to guess/);
  await dialog.getByLabel("New password").fill(NEW_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("one other sign-in was ended").first()).toBeVisible();
  expect((await other.request.get("/api/dashboard/sign-ins")).status()).toBe(401);
  expect((await page.request.get("/api/dashboard/sign-ins")).status()).toBe(200);
  await signIn(other.context(), { ...owner, password: NEW_PASSWORD });
  await other.context().close();
});

test("issuing a key asks for the password again, and then continues by itself", async ({ page }) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner");
  await signIn(page.context(), owner);
  await expireConfirmations(owner.memberId);
  await page.goto("/developers/keys");
  await page.getByRole("button", { name: "Issue test key" }).press("Enter");
  const issuing = page.getByRole("dialog", { name: "Issue a test key" });
  await issuing.getByRole("textbox", { name: "Name" }).fill("Night shift");
  await page.keyboard.press("Enter");
  const asking = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(asking.getByLabel("Password")).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(asking.getByLabel("Password")).toHaveAccessibleDescription(/not your password/);
  await asking.getByLabel("Password").fill(owner.password);
  await page.keyboard.press("Enter");
  await expect(asking).toBeHidden();
  await expect(page.getByRole("heading", { name: "Night shift is ready" })).toBeVisible();
});

test("a cancelled confirmation says that nothing changed, and with a second factor a code confirms", async ({
  page,
}) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner");
  await signIn(page.context(), owner);
  const { secret } = await turnOnSecondFactor(page);
  await expireConfirmations(owner.memberId);
  await page.goto("/developers/keys");
  await page.getByRole("button", { name: "Issue test key" }).click();
  const issuing = page.getByRole("dialog", { name: "Issue a test key" });
  await issuing.getByRole("textbox", { name: "Name" }).fill("Night shift");
  await issuing.getByRole("button", { name: "Issue key" }).click();
  const asking = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(asking.getByLabel("Password").last()).toBeFocused();
  // A key pressed before the dialog is the topmost layer would close the one below.
  await expect(page.getByRole("dialog", { name: "Issue a test key", includeHidden: true })).toHaveCSS(
    "pointer-events",
    "none",
  );
  await page.keyboard.press("Escape");
  await expect(asking).toBeHidden();
  await expect(issuing.getByText("The key was not issued. Nothing changed.")).toBeVisible();
  await issuing.getByRole("button", { name: "Issue key" }).click();
  await asking.getByRole("radio", { name: "Code" }).click();
  await asking.getByRole("textbox", { name: "Code" }).fill(generateCode(secret, 1));
  await asking.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { name: "Night shift is ready" })).toBeVisible();
});

/** Every route about keys, secrets, roles and account numbers. */
const GUARDED = [
  ["POST", "keys"],
  ["POST", "keys/key_01m7wja30291e5wma656tpsg5t/rotate"],
  ["POST", "keys/key_01m7wja30291e5wma656tpsg5t/revoke"],
  ["POST", "signing-secrets/show"],
  ["POST", "signing-secrets/rotate"],
  ["POST", "members"],
  ["PATCH", "members/mem_01m7wja30291e5wma656tpsg5t"],
  ["DELETE", "members/mem_01m7wja30291e5wma656tpsg5t"],
  ["POST", "members/mem_01m7wja30291e5wma656tpsg5t/link"],
  ["DELETE", "members/mem_01m7wja30291e5wma656tpsg5t/second-factor"],
  ["PUT", "second-factor-roles"],
  ["POST", "sessions/ses_01m7wja30291e5wma656tpsg5t/payments/txn_01m7wja30291e5wma656tpsg5t/account"],
  ["POST", "sessions/ses_01m7wja30291e5wma656tpsg5t/account"],
  ["POST", "account/second-factor/start"],
  ["POST", "account/second-factor"],
  ["DELETE", "account/second-factor"],
  ["POST", "account/recovery-codes"],
] as const;

test("keys, secrets, roles and account numbers require a password or code confirmed in the last 15 minutes", async ({
  page,
}) => {
  const { organisation } = await createPlatform();
  const owner = await createMember(organisation, "owner");
  await signIn(page.context(), owner);
  await expireConfirmations(owner.memberId);
  const ask = async () => {
    const codes = [];
    for (const [method, path] of GUARDED) {
      const answer = await page.request.fetch(`/api/dashboard/${path}`, { method, data: {} });
      codes.push(`${method} ${path}: ${(await answer.json()).code}`);
    }
    return codes;
  };
  expect(await ask()).toEqual(
    GUARDED.map(([method, path]) => `${method} ${path}: reauthentication_required`),
  );
  const confirmed = await page.request.post("/api/dashboard/account/confirm", {
    data: { password: owner.password },
  });
  expect(confirmed.status()).toBe(200);
  expect((await ask()).filter((code) => code.endsWith("reauthentication_required"))).toEqual([]);
});

test("the audit log has actor and address: a failed sign-in, a key that created an event, and the command line", async ({
  page,
  platform,
}) => {
  const owner = await createMember(platform.organisation, "owner");
  // A forwarded address of an untrusted client is ignored.
  const headers = { "x-api-key": platform.apiKey, "x-forwarded-for": "198.51.100.66" };
  const created = await page.request.post("/v1/sessions", {
    headers,
    data: sessionBody({ name: "By a key" }),
  });
  expect(created.status()).toBe(201);
  await signIn(page.context(), owner);
  const wrong = { email: owner.email, password: "not the password" };
  expect((await postSignIn(page.context(), wrong)).status()).toBe(401);
  const answer = await page.request.get("/api/dashboard/audit");
  const { entries } = (await answer.json()).data;
  const found = (action: string, subject?: string) =>
    entries.find(
      (entry: { action: string; subject: string }) =>
        entry.action === action && (subject === undefined || entry.subject === subject),
    );
  expect(found("failed_sign_in", owner.memberId)).toMatchObject({
    actor: owner.email,
    origin: "127.0.0.1",
    details: { wrong: "password" },
  });
  expect(found("opened_event")).toMatchObject({
    actor: expect.stringMatching(/^API key .*tk_test_/),
    origin: "127.0.0.1",
    details: { key: platform.keyId },
  });
  expect(found("added_member", owner.memberId)).toMatchObject({
    actor: expect.stringMatching(/^command line \(.+\)$/),
    origin: expect.stringMatching(/./),
  });
});
