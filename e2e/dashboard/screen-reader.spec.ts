// Guarantee: a screen reader is told what eyes see, by one voice, and not more often than can be listened to (design §11).
import type { Page } from "@playwright/test";
import { expect, type SessionData, test } from "./fixtures";
import { isLive, open } from "./pages";

const SPEAK_EVERY_MS = 15_000;
const SILENT_AFTER_MS = 600_000;

const voice = (page: Page) => page.getByRole("status");
const alarm = (page: Page) => page.getByRole("main").getByRole("alert");

/** Opens an event on a page whose clock the test moves on. */
async function openByClock(page: Page, event: SessionData): Promise<void> {
  await page.clock.install();
  await open(page, `/events/${event.session_id}`);
  await isLive(page);
}

test("what comes in is summed up every fifteen seconds, and not in between", async ({
  organiser,
  event,
  pay,
}) => {
  await openByClock(organiser, event);
  await pay.transfer(event, { amount: 1_250_050n });
  await pay.transfer(event, { amount: 750_000n });
  await expect(organiser.getByText("2 payments · average")).toBeVisible();
  await organiser.clock.fastForward(0.4 * SPEAK_EVERY_MS);
  await expect(voice(organiser)).toHaveText("");
  await organiser.clock.fastForward(0.6 * SPEAK_EVERY_MS);
  const first = "2 payments, 20,000 naira 50 kobo, in 15 seconds. Total 20,000 naira 50 kobo.";
  await expect(voice(organiser)).toHaveText(first);
  await pay.transfer(event, { amount: 10_000n });
  await expect(organiser.getByText("3 payments · average")).toBeVisible();
  await expect(voice(organiser)).toHaveText(first);
  await organiser.clock.fastForward(SPEAK_EVERY_MS);
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
  await organiser.clock.fastForward(SPEAK_EVERY_MS);
  // What comes after is shown after: by then, a summary would have been.
  await pay.transfer(event);
  await expect(organiser.getByText("2 payments · average")).toBeVisible();
  await expect(voice(organiser)).toHaveText("");
});

test("a terminal that falls silent is told of at once", async ({ organiser, event, pay }) => {
  await open(organiser, `/events/${event.session_id}`);
  await isLive(organiser);
  await expect(alarm(organiser)).toHaveText("");
  await pay.tap(event, { paidAt: new Date(Date.now() - SILENT_AFTER_MS + 3_000) });
  await expect(alarm(organiser)).toHaveText("Terminal 1 silent.", { timeout: 15_000 });
});

test("one voice speaks for all of a page, and the list of payments is not in it", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { senderName: "AISHA BELLO" });
  await open(organiser, `/events/${event.session_id}`);
  await isLive(organiser);
  await organiser.getByRole("rowheader", { name: "Aisha Bello" }).getByRole("button").click();
  await organiser.getByRole("dialog", { name: "Payment" }).getByRole("button", { name: "Show" }).click();
  await expect(voice(organiser)).toHaveText("The account number is shown");
  await organiser.context().grantPermissions(["clipboard-write"]);
  await organiser.getByRole("button", { name: "Copy account number" }).first().click();
  await expect(voice(organiser)).toHaveText("Copied account number");
  const polite = () =>
    organiser.evaluate(() => document.querySelectorAll("[aria-live=polite], [role=status]").length);
  expect(await polite()).toBe(1);
});
