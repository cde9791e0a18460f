import type { Page } from "@playwright/test";
import { findLogLines } from "../service";
import { createMember, expect, type Login, postSignIn, signIn, test } from "./fixtures";

const WRONG = "The e-mail address or the password is wrong. Check both, then try again.";

async function fillIn(page: Page, { email, password }: Pick<Login, "email" | "password">) {
  await page.getByLabel("Work email").fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Posts this many sign-ins with a wrong password to the sign-in route in parallel. */
async function guess(page: Page, email: string, times: number): Promise<number[]> {
  const csrf = await page.request.get("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const form = { csrfToken, email, password: "not the password", json: "true" };
  const attempts = Array.from({ length: times }, () =>
    page.request.post("/api/auth/callback/credentials", { form }),
  );
  return (await Promise.all(attempts)).map((answer) => answer.status());
}

test("a member signs in by keyboard, reaches the requested page, and signs out", async ({
  page,
  memberOf,
  platform,
}) => {
  const owner = await memberOf("owner");
  await page.goto("/settings");
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.getByLabel("Work email").focus();
  await page.keyboard.type(owner.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(owner.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();

  await page.getByRole("button", { name: `${owner.name} ${platform.organisation}` }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/login\?next=%2Fsettings$/);
});

test("only the sign-in routes in use answer", async ({ request }) => {
  for (const path of [
    "signin",
    "providers",
    "session",
    "error",
    "verify-request",
    "callback/credentials",
    "_log",
  ])
    expect((await request.get(`/api/auth/${path}`)).status(), path).toBe(404);
  for (const path of ["_log", "signin/credentials", "csrf"])
    expect((await request.post(`/api/auth/${path}`, { form: {} })).status(), path).toBe(404);
});

test("a stranger's requests to the sign-out write only their request lines to the log", async ({
  request,
}) => {
  const mark = `forged-${Date.now()}`;
  const { csrfToken } = await (await request.get("/api/auth/csrf")).json();
  for (const callbackUrl of [
    `https://evil.example\n{"level":"error","msg":"${mark}"}`,
    `\n${mark}`,
    "http://[",
    "//",
  ]) {
    const answer = await request.post("/api/auth/signout", {
      form: { csrfToken, callbackUrl, json: "true" },
    });
    expect(answer.status(), callbackUrl).toBe(200);
  }
  expect(findLogLines(mark)).toEqual([]);
});

test("the sign-in redirects to no other site", async ({ page, memberOf }) => {
  await page.goto("/login?next=//evil.example/steal");
  await fillIn(page, await memberOf("owner"));
  await expect(page).toHaveURL(/\/events$/);
});

test("a wrong password and an unknown e-mail address get the same message, linked to the field", async ({
  page,
  memberOf,
}) => {
  const { email } = await memberOf("owner");
  await page.goto("/login");
  const password = page.getByRole("textbox", { name: "Password" });
  const heading = page.getByRole("heading", { level: 1 });
  const before = [await heading.boundingBox(), await password.boundingBox()];
  for (const unsure of [email, "nobody@nowhere.example"]) {
    await fillIn(page, { email: unsure, password: "not the password" });
    await expect(password).toHaveAccessibleDescription(WRONG);
    await expect(password).toBeFocused();
    await expect(page.getByRole("button", { name: "Sign in" })).toBeEnabled();
    expect([await heading.boundingBox(), await password.boundingBox()], "an error moves nothing").toEqual(
      before,
    );
  }
});

test("an empty field has an error beside it, and gets the focus", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in" }).click();
  const email = page.getByLabel("Work email");
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription("Enter your e-mail address.");
});

test("password managers recognise the fields, and a password can be revealed", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByLabel("Work email")).toHaveAttribute("autocomplete", "username");
  const password = page.getByRole("textbox", { name: "Password" });
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await password.fill("a password");
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
});

test("a stranger's guesses are slowed down, also for unknown addresses, and lock out no browser that signed in before", async ({
  page,
  platform,
  browser,
  baseURL,
}) => {
  const member = await createMember(platform.organisation, "owner");
  await signIn(page.context(), member);
  const stranger = await (await browser.newContext({ baseURL })).newPage();
  for (const email of [member.email, "nobody@throttled.example"]) {
    const statuses = await guess(stranger, email, 10);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  }
  await stranger.goto("/login");
  for (const login of [member, { email: "nobody@throttled.example", password: "whatever it is" }]) {
    await guess(stranger, login.email, 4);
    await fillIn(stranger, login);
    await expect(stranger.getByRole("alert").filter({ hasText: "Too many attempts." })).toHaveText(
      /^Too many attempts\. Wait (\d+ seconds?|a minute), then try again\.$/,
    );
  }
  await page.context().clearCookies({ name: "takings-sign-in" });
  await page.goto("/login");
  await fillIn(page, member);
  await expect(page).toHaveURL(/\/events$/);
  await stranger.context().close();
});

test("the cookie of a browser that signed in before is inaccessible to scripts and other sites", async ({
  page,
  memberOf,
}) => {
  await signIn(page.context(), await memberOf("owner"));
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === "takings-known-browser");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeGreaterThan(100);
});

test("an e-mail address with a NUL is refused like any other", async ({ request }) => {
  const answer = await postSignIn({ request }, { email: "a\0@b.example", password: "whatever it is" });
  expect([answer.status(), (await answer.json()).detail]).toEqual([401, WRONG]);
});

test("a sign-in from another site without the CSRF token is refused", async ({ request, memberOf }) => {
  const { email, password } = await memberOf("owner");
  const form = { email, password, csrfToken: "a guess", json: "true" };
  await request.post("/api/auth/callback/credentials", { form });
  expect((await request.get("/api/dashboard/sessions")).status()).toBe(401);
});

test("the session cookie is inaccessible to scripts and other sites", async ({ page, memberOf }) => {
  await page.goto("/login");
  await fillIn(page, await memberOf("owner"));
  await expect(page).toHaveURL(/\/events$/);
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === "takings-sign-in");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  const hours = ((cookie?.expires ?? 0) - Date.now() / 1000) / 3600;
  expect(hours).toBeGreaterThan(15.9);
  expect(hours).toBeLessThanOrEqual(16.1);
});
