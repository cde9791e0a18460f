// Guarantee: a screen reader announces the changes on screen, through one live region, no more often than can be followed (design §11).
import type { Page } from "@playwright/test";
import { expect, type SessionData, test } from "./fixtures";
import { expectLive, open } from "./pages";

const ANNOUNCE_EVERY_MS = 15_000;
const INACTIVE_AFTER_MS = 600_000;

const voice = (page: Page) => page.getByRole("status");
const alarm = (page: Page) => page.getByRole("main").getByRole("alert");

/** Opens an event on a page whose clock the test advances. */
async function openByClock(page: Page, event: SessionData): Promise<void> {
  await page.clock.install();
  await open(page, `/events/${event.session_id}`);
  await expectLive(page);
}

test("new payments are summarised every fifteen seconds, and not in between", async ({
  organiser,
  event,
  pay,
}) => {
  await openByClock(organiser, event);
  await pay.transfer(event, { amount: 1_250_050n });
  await pay.transfer(event, { amount: 750_000n });
  await expect(organiser.getByText("2 payments · average")).toBeVisible();
  await organiser.clock.fastForward(0.4 * ANNOUNCE_EVERY_MS);
  await expect(voice(organiser)).toHaveText("");
  await organiser.clock.fastForward(0.6 * ANNOUNCE_EVERY_MS);
  const first = "2 payments, 20,000 naira 50 kobo, in 15 seconds. Total 20,000 naira 50 kobo.";
  await expect(voice(organiser)).toHaveText(first);
  await pay.transfer(event, { amount: 10_000n });
  await expect(organiser.getByText("3 payments · average")).toBeVisible();
  await expect(voice(organiser)).toHaveText(first);
  await organiser.clock.fastForward(ANNOUNCE_EVERY_MS);
  await expect(voice(organiser)).toHaveText(
    "1 payment, 100 naira, in 15 seconds. Total 20,100 naira 50 kobo.",
  );
});

test("a setting turns the summary off", async ({ organiser, event, pay }) => {
  await open(organiser, "/settings");
  await organiser.getByRole("switch", { name: /Spoken summaries/ }).uncheck();
  await openByClock(organiser, event);
  await pay.transfer(event);
  await expect(organiser.getByText("1 payment · average")).toBeVisible();
  await organiser.clock.fastForward(ANNOUNCE_EVERY_MS);
  // A later change is on screen: a summary would have been announced before it.
  await pay.transfer(event);
  await expect(organiser.getByText("2 payments · average")).toBeVisible();
  await expect(voice(organiser)).toHaveText("");
});

test("an inactive terminal is announced at once", async ({ organiser, event, pay }) => {
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  await expect(alarm(organiser)).toHaveText("");
  await pay.tap(event, { paidAt: new Date(Date.now() - INACTIVE_AFTER_MS + 3_000) });
  await expect(alarm(organiser)).toHaveText("Terminal 1 silent.", { timeout: 15_000 });
});

test("a page has one live region for announcements, and the list of payments is not in it", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { senderName: "AISHA BELLO" });
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  await organiser.getByRole("rowheader", { name: "Aisha Bello" }).getByRole("button").click();
  await organiser.getByRole("dialog", { name: "Payment" }).getByRole("button", { name: "Show" }).click();
  await expect(voice(organiser)).toHaveText("The account number is shown");
  await organiser.context().grantPermissions(["clipboard-write"]);
  await organiser.getByRole("button", { name: "Copy account number" }).first().click();
  await expect(voice(organiser)).toHaveText("Copied account number");
  const polite = () =>
    organiser.evaluate(() => {
      const all = [...document.body.getElementsByTagName("*")];
      return all.filter(({ ariaLive, role }) => ariaLive === "polite" || role === "status").length;
    });
  expect(await polite()).toBe(1);
});
