// Guarantee: owners set their organisation's profile; prints show it, its zone governs the pages' times, and nobody else sees the logo.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { jpegHeader, pngHeader } from "@/lib/organisations/testing/images";
import type { SessionData } from "../fixtures";
import { expectAccessible } from "./accessibility";
import {
  test as base,
  createApi,
  createMember,
  createPlatform,
  createSession,
  expect,
  signIn,
} from "./fixtures";
import { open, recordPageErrors } from "./pages";

const LOGO = "/api/dashboard/organisation/logo";
const ICON = readFileSync("app/icons/192.png");
const upload = (buffer: Buffer, name = "logo.png") => ({ name, mimeType: "image/png", buffer });
const toBody = (image: Buffer) => ({ data: { image: image.toString("base64") } });

interface Organisation {
  name: string;
  event: SessionData;
}

/** An organisation of each test's own, whose owner is signed in on `page`: another test's pages keep their zone. */
const test = base.extend<{ organisation: Organisation }>({
  organisation: async ({ page, baseURL }, use) => {
    const { organisation, apiKey } = await createPlatform();
    const event = await createSession(createApi(baseURL ?? "", apiKey), {
      starts_at: "2026-12-12T16:00:00.000Z",
      ends_at: "2026-12-12T21:00:00.000Z",
    });
    await signIn(page.context(), await createMember(organisation, "owner", "Adaeze Nwosu"));
    await use({ name: organisation, event });
  },
});

const profileOf = (page: Page) => page.getByRole("region", { name: "Profile" });
const logoOf = (page: Page) => page.getByRole("region", { name: "Logo" });

test("an owner fills in the profile with the keyboard alone, and prints show it", async ({
  page,
  organisation: { name, event },
}) => {
  await page.goto("/settings");
  await page.getByRole("link", { name: "Profile" }).press("Enter");
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await page.getByLabel("Legal name").focus();
  await page.keyboard.type("Eko Events Limited");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Postal address")).toBeFocused();
  await page.keyboard.type("12 Marina");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Lagos Island");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Time zone")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByText("The profile is saved.").first()).toBeVisible();
  const chosen = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a logo" }).press("Enter");
  await (await chosen).setFiles(upload(ICON));
  const logo = page.getByRole("img", { name: "Logo of Eko Events Limited" });
  await expect(logo).toBeVisible();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(192);
  // Without the messages of what was saved.
  await page.reload();
  await expect(logo).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/events/${event.session_id}/print`);
  const letterhead = page.getByRole("region", { name: "Organisation" });
  await expect(letterhead).toContainText("Eko Events Limited");
  await expect(letterhead).toContainText("12 Marina\nLagos Island", { useInnerText: true });
  await expect(logo).toBeVisible();
  await expectAccessible(page);
  await open(page, `/events/${event.session_id}/print/poster`);
  const poster = page.getByRole("article", { name: "Poster" });
  await expect(poster).toContainText("Eko Events Limited, 12 Marina, Lagos Island");
  await expect(logo).toBeVisible();
  await expectAccessible(page);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/settings/audit?area=organisation");
  const log = page.getByRole("main");
  await expect(log).toContainText("changed the organisation's profile");
  await expect(log).toContainText("legal name after: Eko Events Limited");
  await expect(log).toContainText("logo after: PNG, 192 × 192 px");

  await page.goto("/settings/profile");
  await page.getByRole("button", { name: "Remove" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).press("Enter");
  await expect(logo).toHaveCount(0);
  await expect(logoOf(page)).toContainText("No logo yet");
  expect((await page.request.get(LOGO)).status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  await expect(page.getByText(name).first()).toBeVisible();
});

test("a file that cannot be a logo, and a text that cannot be stored, are refused at their field", async ({
  page,
  organisation: _,
}) => {
  await page.goto("/settings/profile");
  const file = page.getByLabel("Logo file");
  const button = page.getByRole("button", { name: "Choose a logo" });
  for (const [bad, fault] of [
    [
      upload(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")),
      "Logo must be a PNG, JPEG or WebP file.",
    ],
    [upload(pngHeader(63, 200)), "Logo must have 64 to 2,048 pixels on each side, and has 63 × 200. Scale"],
    [
      upload(Buffer.concat([pngHeader(64, 64)], 600_000)),
      "Logo must have at most 512 KB, and this file has 586 KB.",
    ],
    [
      upload(Buffer.concat([pngHeader(64, 64)], 3_000_000)),
      "Logo must have at most 512 KB, and this file has 2,930",
    ],
  ] as const) {
    // A choice before the page is hydrated is not noticed.
    await expect(async () => {
      await file.setInputFiles(bad);
      await expect(page.getByRole("alert").filter({ hasText: fault })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(button).toHaveAccessibleDescription(new RegExp(fault.slice(0, 30)));
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [bytes, status] of [
    [Buffer.concat([pngHeader(64, 64)], 600_000), 400],
    [Buffer.concat([pngHeader(64, 64)], 1_200_000), 413],
    [Buffer.alloc(0), 400],
  ] as const)
    expect((await page.request.put(LOGO, toBody(bytes))).status()).toBe(status);
  expect((await page.request.get(LOGO)).status()).toBe(404);

  await page.getByLabel("Postal address").fill("1\n2\n3\n4\n5\n6\n7");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("Postal address")).toBeFocused();
  await expect(page.getByLabel("Postal address")).toHaveAccessibleDescription(
    "Postal address must have at most 6 lines.",
  );
  await page.getByLabel("Postal address").fill("12 Marina");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The profile is saved.").first()).toBeVisible();
});

test("the logo is served to members of its organisation only, as what it is and nothing else", async ({
  page,
  browser,
  baseURL,
  organisation,
}) => {
  expect((await page.request.put(LOGO, toBody(ICON))).status()).toBe(200);
  const answer = await page.request.get(LOGO);
  expect(answer.status()).toBe(200);
  expect((await answer.body()).equals(ICON)).toBe(true);
  const headers = answer.headers();
  expect(headers).toMatchObject({
    ...{ "content-type": "image/png", "x-content-type-options": "nosniff" },
    "cache-control": "private, no-cache",
  });
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  const again = { headers: { "if-none-match": headers.etag ?? "" } };
  expect((await page.request.get(LOGO, again)).status()).toBe(304);
  await page.request.put(LOGO, toBody(jpegHeader(300, 120)));
  const replaced = await page.request.get(LOGO, again);
  expect([replaced.status(), replaced.headers()["content-type"]]).toEqual([200, "image/jpeg"]);

  const { organisation: other } = await createPlatform();
  const stranger = await browser.newContext({ baseURL });
  expect((await stranger.request.get(LOGO)).status()).toBe(401);
  await signIn(stranger, await createMember(other, "owner"));
  expect((await stranger.request.get(LOGO)).status()).toBe(404);
  await stranger.request.put(LOGO, toBody(ICON));
  expect((await (await stranger.request.get(LOGO)).body()).equals(ICON)).toBe(true);
  expect((await page.request.get(LOGO)).headers()["content-type"]).toBe("image/jpeg");
  await stranger.close();

  const viewer = await browser.newContext({ baseURL });
  await signIn(viewer, await createMember(organisation.name, "viewer"));
  expect((await viewer.request.get(LOGO)).status()).toBe(200);
  for (const refused of [
    await viewer.request.put(LOGO, toBody(ICON)),
    await viewer.request.delete(LOGO),
    await viewer.request.patch("/api/dashboard/organisation/profile", { data: { legal_name: "Theirs" } }),
  ])
    expect(refused.status()).toBe(403);
  const seen = await viewer.newPage();
  await seen.goto("/settings/profile");
  await expect(profileOf(seen)).toContainText("Owners change the profile.");
  await expect(seen.getByRole("button", { name: /logo|Save|Remove/i })).toHaveCount(0);
  await expectAccessible(seen);
  await viewer.close();
});

test("another time zone changes the times and days on pages, but no settlement day", async ({
  page,
  baseURL,
  bank,
  organisation: { event },
}) => {
  const { paymentKey } = await bank.transfer(event, {
    ...{ amount: 500_000n, senderName: "AISHA BELLO", paidAt: new Date("2026-11-20T02:15:30.000Z") },
  });
  const csv = `payment_reference,settlement_reference,settled_on,amount\n${paymentKey},STL-${paymentKey},2026-11-20,5000.00`;
  const home = `/events/${event.session_id}`;
  const imported = await page.request.post(`/api/dashboard/sessions/${event.session_id}/settlement/import`, {
    data: { csv, preview: false },
  });
  expect(imported.status(), await imported.text()).toBe(200);
  const shown = (text: string | RegExp) => page.getByText(text).filter({ visible: true }).first();
  const errors = recordPageErrors(page, baseURL ?? "");

  await open(page, home);
  await expect(shown("03:15:30")).toBeVisible();
  await page.goto("/settings/profile");
  // A choice before the page is hydrated is not noticed.
  await expect(async () => {
    await page.getByLabel("Time zone").selectOption("America/New_York");
    await expect(page.getByRole("button", { name: "Save changes" })).toBeEnabled({ timeout: 500 });
  }).toPass();
  const loaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Save changes" }).click();
  await loaded;
  await expect(page.getByLabel("Time zone")).toHaveValue("America/New_York");

  // The server's text and the browser's are the same.
  expect(await (await page.request.get(home)).text()).toContain("21:15:30");
  await open(page, home);
  await expect(shown("21:15:30")).toBeVisible();
  await expect(page.getByText("03:15:30")).toHaveCount(0);
  await open(page, "/events");
  await expect(shown(/Sat 12 Dec(?: 2026)?, 11:00/)).toBeVisible();
  await open(page, `${home}/print`);
  await expect(page.getByRole("article")).toContainText("Sat 12 Dec 2026, 11:00 – 16:00");
  await expect(page.getByRole("article")).toContainText(/As of \w{3} .* GMT-[45]\./);
  await open(page, `/wall/${event.session_id}`);
  await open(page, `${home}/settlement`);
  await expect(page.getByRole("main")).toContainText("Fri 20 Nov 2026");
  await expect(page.getByRole("main")).not.toContainText("19 Nov 2026");

  await open(page, `${home}/details`);
  const starts = page.getByRole("textbox", { name: "Starts" });
  await expect(starts).toHaveValue("12 Dec 2026, 11:00");
  await starts.fill("12 Dec 2026, 12:30");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("The details are saved.").first()).toBeVisible();
  const stored = await page.request.get(`/api/dashboard/sessions/${event.session_id}`);
  expect((await stored.json()).data.starts_at).toBe("2026-12-12T17:30:00.000Z");
  expect(errors.errors).toEqual([]);
});
