// Guarantee: a payer sees the account of an open live event without a sign-in, on any phone and on paper, and no number otherwise.
import { gzipSync } from "node:zlib";
import { type Browser, devices, type Page } from "@playwright/test";
import { formatCollectionAccount } from "@/lib/core/format/payer-format";
import { toQr } from "@/lib/core/format/qr-code";
import { setMode } from "../db-queries";
import { findLogLines } from "../service";
import { findViolations } from "./accessibility";
import { expect, type SessionData, test } from "./fixtures";

const numberOf = (event: SessionData) => event.collection_account?.account_number ?? "none";
const pathOf = (event: SessionData) => `/api/dashboard/sessions/${event.session_id}/payment-page`;

/** Creates the link to an event's payment page as a member, and makes the event a live one unless it stays a test event. */
async function share(organiser: Page, event: SessionData, mode: "test" | "live" = "live"): Promise<string> {
  const answer = await organiser.request.post(pathOf(event));
  expect(answer.status()).toBe(201);
  const { url } = (await answer.json()).data;
  await setMode(event.session_id, mode);
  return new URL(url).pathname;
}

/** Opens a page without a sign-in, in a browser that has no cookies. */
async function openAsStranger(browser: Browser, baseURL: string | undefined, options = {}) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), ...options });
  return context.newPage();
}

test("a stranger sees the number of an open event, and copies it", async ({
  browser,
  baseURL,
  organiser,
  event,
}) => {
  const path = await share(organiser, event);
  const page = await openAsStranger(browser, baseURL, {
    ...devices["Pixel 7"],
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const answer = await page.goto(path);
  expect(answer?.status()).toBe(200);
  const headers = (await answer?.allHeaders()) ?? {};
  expect(headers).toMatchObject({
    ...{ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" },
    "cache-control": "private, no-store",
  });
  expect(headers["set-cookie"]).toBeUndefined();
  await expect(page.getByRole("heading", { name: event.name })).toBeVisible();
  await expect(page.getByText(formatCollectionAccount(numberOf(event)))).toBeVisible();
  await expect(page.getByText(`SANDBOX / ${event.name}`)).toBeVisible();
  await page.getByRole("button", { name: "Copy account number" }).tap();
  await expect(page.getByRole("status")).toHaveText("Account number copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(numberOf(event));
  await page.getByRole("button", { name: "Copy the name" }).tap();
  await expect(page.getByRole("status")).toHaveText("Name copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`SANDBOX / ${event.name}`);
  await expect(page.getByText("Any amount")).toBeVisible();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(overflow, { message: `at ${width} px` }).toBeLessThanOrEqual(0);
    expect(await findViolations(page)).toEqual([]);
  }
  expect(await page.context().cookies()).toEqual([]);
  expect(gzipSync((await answer?.body()) ?? "").length).toBeLessThan(60 * 1024);
  expect(findLogLines(path.replace("/pay/", ""))).toEqual([]);
  await page.context().close();
});

test("without scripts the number is on the page, and no button that does nothing", async ({
  browser,
  baseURL,
  organiser,
  event,
}) => {
  const path = await share(organiser, event);
  const page = await openAsStranger(browser, baseURL, { javaScriptEnabled: false });
  await page.goto(path);
  await expect(page.getByText(formatCollectionAccount(numberOf(event)))).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await page.context().close();
});

test("the page loads nothing else, and prints on one sheet", async ({
  browser,
  baseURL,
  organiser,
  event,
}) => {
  const path = await share(organiser, event);
  const page = await openAsStranger(browser, baseURL);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(path);
  expect(requested.filter((one) => one !== "/icon.svg")).toEqual([path]);
  expect(countPages(await page.pdf({ format: "A4" }))).toBe(1);
  await page.context().close();
});

test("after the close, and after it was revoked or replaced, no link leads to a number", async ({
  browser,
  baseURL,
  organiser,
  openEvent,
  api,
}) => {
  const [closed, revoked, replaced] = [await openEvent(), await openEvent(), await openEvent()];
  const paths = [
    await share(organiser, closed),
    await share(organiser, revoked),
    await share(organiser, replaced),
  ];
  const page = await openAsStranger(browser, baseURL);
  for (const [index, event] of [closed, revoked, replaced].entries()) {
    await page.goto(paths[index] ?? "");
    await expect(page.getByText(formatCollectionAccount(numberOf(event)))).toBeVisible();
    await setMode(event.session_id, "test");
  }
  await api.patch(`/v1/sessions/${closed.session_id}/close`);
  expect((await organiser.request.delete(pathOf(revoked))).status()).toBe(200);
  expect((await organiser.request.post(pathOf(replaced))).status()).toBe(201);
  for (const event of [closed, revoked, replaced]) await setMode(event.session_id, "live");
  const answers = await Promise.all(
    [...paths, `/pay/${"A".repeat(32)}`].map(async (path) => {
      const answer = await page.request.get(path);
      return { status: answer.status(), html: (await answer.text()).replace(/nonce="[^"]*"/g, "") };
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404, 404]);
  expect(answers[0]?.html).toContain("This event is closed");
  for (const event of [closed, revoked, replaced])
    for (const { html } of answers) expect(html).not.toContain(numberOf(event).slice(-4));
  expect(answers[1]?.html).toBe(answers[3]?.html);
  expect(answers[2]?.html).toBe(answers[3]?.html);
  await page.context().close();
});

/** The number of pages of a PDF. */
const countPages = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g)?.length;

test.describe("the poster", () => {
  test("gets its QR code from a link that a member makes, replaces and revokes, by keyboard", async ({
    organiser,
    event,
  }) => {
    await organiser.goto(`/events/${event.session_id}/print/poster`);
    const qr = organiser.getByRole("img", { name: "QR code of the payment page" });
    await expect(organiser.getByRole("heading", { name: "Poster", level: 1 })).toBeVisible();
    await expect(qr).toHaveCount(0);
    await organiser.getByRole("button", { name: "Make a link" }).press("Enter");
    await expect(qr).toBeVisible();
    const address = organiser.getByRole("region", { name: "Payment page" }).getByRole("code");
    const first = (await address.textContent()) ?? "";
    expect(await qr.innerHTML()).toContain(toQr(first).path);
    const renew = organiser.getByRole("button", { name: "New link" });
    await renew.press("Enter");
    const dialog = organiser.getByRole("alertdialog", { name: "Replace the link?" });
    await expect(dialog.getByRole("button", { name: "Keep it" })).toBeFocused();
    expect(await findViolations(organiser)).toEqual([]);
    await organiser.keyboard.press("Escape");
    await expect(renew).toBeFocused();
    await expect(address).toHaveText(first);
    await renew.press("Enter");
    await dialog.getByRole("button", { name: "Make a new link" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(address).not.toHaveText(first);
    await expect
      .poll(async () => (await qr.innerHTML()).includes(toQr((await address.textContent()) ?? "").path))
      .toBe(true);
    await organiser.getByRole("button", { name: "Revoke the link" }).press("Enter");
    await organiser.getByRole("alertdialog").getByRole("button", { name: "Revoke the link" }).press("Enter");
    await expect(qr).toHaveCount(0);
    await expect(organiser.getByRole("button", { name: "Make a link" })).toBeVisible();
  });

  test("is printed with an existing link by every role, and only owners and operations change it", async ({
    organiser,
    pageOf,
    event,
  }) => {
    await share(organiser, event, "test");
    for (const role of ["finance", "gate_lead", "viewer"] as const) {
      const page = await pageOf(role);
      await page.goto(`/events/${event.session_id}/print/poster`);
      await expect(page.getByRole("img", { name: "QR code of the payment page" })).toBeVisible();
      await expect(page.getByText("Transfer what you owe to this account.")).toHaveCount(0);
      await expect(
        page.getByRole("button", { name: /link/i }).filter({ hasText: /New|Revoke|Make/ }),
      ).toHaveCount(0);
      for (const method of ["POST", "DELETE"])
        expect((await page.request.fetch(pathOf(event), { method })).status()).toBe(403);
    }
  });

  for (const form of ["a4", "phone"] as const) {
    test(`on ${form} it says TEST for a test event, without a number, and prints on one page`, async ({
      organiser,
      openEvent,
    }) => {
      const event = await openEvent({
        name: `${"A very long name of an event ".repeat(6)}, Lagos`.slice(0, 200),
      });
      await share(organiser, event, "test");
      await organiser.goto(`/events/${event.session_id}/print/poster?form=${form}`);
      const poster = organiser.getByRole("article", { name: "Poster" });
      await expect(poster.getByText("A test poster. Do not pay.")).toBeVisible();
      const html = await poster.innerHTML();
      for (const number of [numberOf(event), formatCollectionAccount(numberOf(event))])
        expect(html).not.toContain(number);
      expect(await poster.evaluate((sheet) => getComputedStyle(sheet, "::after").content)).toBe('"TEST"');
      expect(countPages(await organiser.pdf({ preferCSSPageSize: true }))).toBe(1);
    });
  }
});
