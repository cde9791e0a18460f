// Guarantee: a member joins a second organisation by their own consent, and sees one organisation at a time.
import { request as requests } from "@playwright/test";
import { generateCode } from "@/lib/second-factor/testing/codes";
import { findViolations } from "./accessibility";
import { createApi, createMember, createPlatform, createSession, expect, signIn, test } from "./fixtures";
import { turnOnSecondFactor } from "./second-factor";
import type { Login } from "./sign-in";

/** An organisation with an event of this name, whose owner can invite members. */
async function newOrganisation(baseURL: string, eventName: string) {
  const { organisation, apiKey } = await createPlatform();
  const event = await createSession(createApi(baseURL, apiKey), { name: eventName });
  const owner = await createMember(organisation, "owner", "Adaeze Nwosu");
  const invite = async ({ email, name }: Login): Promise<string> => {
    const request = await requests.newContext({ baseURL });
    await signIn({ request }, owner);
    const answer = await request.post("/api/dashboard/members", { data: { email, name, role: "viewer" } });
    expect(answer.status()).toBe(201);
    const { pathname, hash } = new URL((await answer.json()).data.url);
    await request.dispose();
    return `${pathname}${hash}`;
  };
  return { organisation, event, owner, invite };
}

test("a member of one organisation accepts an invitation to another by keyboard, switches, and sees only its events", async ({
  page,
  baseURL,
}) => {
  const home = await newOrganisation(baseURL ?? "", "Home Night");
  const away = await newOrganisation(baseURL ?? "", "Away Night");
  const link = await away.invite(home.owner);
  await signIn(page.context(), home.owner);

  await page.goto(link);
  await expect(page.getByText(`${home.owner.email} signs in to Takings already.`)).toBeVisible();
  const password = page.getByLabel("Your password");
  await expect(page.getByLabel("New password")).toBeHidden();
  expect(await findViolations(page)).toEqual([]);
  await password.focus();
  await page.keyboard.type("not the password");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAccessibleDescription(/password is wrong/);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type(home.owner.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText(`You are a member of ${away.organisation} now.`);
  expect(await findViolations(page)).toEqual([]);

  await page.getByRole("link", { name: `Sign in as ${home.owner.email}` }).click();
  await expect(page).toHaveURL(/\/events$/);
  const otherPage = await page.context().newPage();
  await otherPage.goto(`/events/${home.event.session_id}`);
  await expect(otherPage.getByRole("heading", { name: "Home Night" })).toBeVisible();
  const menu = page.getByRole("button", { name: home.owner.name });
  await expect(menu).toContainText(home.organisation);
  await expect(page.getByRole("link", { name: "Home Night" }).first()).toBeVisible();
  await menu.press("Enter");
  await expect(page.getByRole("menuitem", { name: `${home.organisation} current` })).toBeDisabled();
  await page.getByRole("menuitem", { name: away.organisation }).press("Enter");
  await expect(menu).toContainText(away.organisation);
  await expect(page.getByRole("link", { name: "Away Night" }).first()).toBeVisible();
  await expect(page.getByText("Home Night")).toHaveCount(0);
  await expect(otherPage.getByRole("link", { name: "Away Night" }).first()).toBeVisible();
  for (const path of [`/events/${home.event.session_id}`, `/api/dashboard/sessions/${home.event.session_id}`])
    expect((await page.request.get(path)).status()).toBe(404);
  expect((await page.request.get(`/events/${away.event.session_id}`)).status()).toBe(200);
});

test("an invitation asks a person with a second factor for a code, after the password", async ({
  page,
  baseURL,
}) => {
  const home = await newOrganisation(baseURL ?? "", "Home Night");
  const away = await newOrganisation(baseURL ?? "", "Away Night");
  await signIn(page.context(), home.owner);
  const { secret } = await turnOnSecondFactor(page);
  await page.goto(await away.invite(home.owner));
  await page.getByLabel("Your password").fill(home.owner.password);
  await page.getByRole("button", { name: `Join ${away.organisation}` }).press("Enter");
  const code = page.getByRole("textbox", { name: "Code" });
  await expect(code).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await expect(code).toHaveAccessibleDescription(/code is wrong/);
  await page.keyboard.type(generateCode(secret, 1));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toContainText(`You are a member of ${away.organisation} now.`);
});

test("an owner cannot reset a member of two organisations, and the page says who can", async ({
  page,
  baseURL,
}) => {
  const home = await newOrganisation(baseURL ?? "", "Home Night");
  const away = await newOrganisation(baseURL ?? "", "Away Night");
  const guest = await createMember(home.organisation, "viewer", "Femi Ade");
  const token = (await away.invite(guest)).split("token=")[1];
  const joined = await page.request.post("/api/join", { data: { token, password: guest.password } });
  expect(joined.status()).toBe(200);
  await signIn(page.context(), home.owner);
  for (const [method, path] of [
    ["POST", "link"],
    ["DELETE", "second-factor"],
  ] as const) {
    const answer = await page.request.fetch(`/api/dashboard/members/${guest.memberId}/${path}`, { method });
    expect(answer.status()).toBe(409);
    expect((await answer.json()).detail).toContain("the operator of the deployment resets them");
  }
});
