// Guarantee: the labels of every chart can be read in full, at every magnitude, on every screen.
import type { Locator } from "@playwright/test";
import { formatKobo } from "@/lib/core/money";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { lencoTransfer, newKey } from "../bank-samples";
import { fillMinute, fillTerminal } from "../db-queries";
import { type Bank, expectData, type SessionData } from "../fixtures";
import { expect, test } from "./fixtures";

const COUNT = /^[\d,]+$/;
const TIME = /^\d\d:\d\d$/;

/** The labels of a chart, and how many pixels of each are outside of it. */
const marksOf = (marks: Locator) =>
  marks.evaluateAll((elements) =>
    elements.flatMap((element) => {
      const chart = element.closest("[role=img]") ?? element.closest("svg");
      if (!chart) return [];
      const [box, room] = [element.getBoundingClientRect(), chart.getBoundingClientRect()];
      const outside = Math.max(
        room.left - box.left,
        box.right - room.right,
        room.top - box.top,
        box.bottom - room.bottom,
        0,
      );
      return [{ text: element.textContent ?? "", outside: Math.round(outside) }];
    }),
  );

const textsOf = async (marks: Locator) => (await marksOf(marks)).map(({ text }) => text);

/** A chart is drawn in steps and takes its size from its container, so this polls until every label is inside. */
const expectInside = (marks: Locator) =>
  expect.poll(async () => (await marksOf(marks)).filter(({ outside }) => outside > 0)).toEqual([]);

for (const [width, height] of [
  [1280, 720],
  [1920, 1080],
  [3840, 2160],
  [1080, 1920],
] as const) {
  test(`a wallboard of ${width} by ${height} shows every count and time of its chart in full`, async ({
    organiser,
    openEvent,
  }) => {
    for (const [count, marks] of [
      [950, ["0", "400", "800", "1,200"]],
      [1_950, ["0", "800", "1,600", "2,400"]],
      [987_654, ["0", "400,000", "800,000", "1,200,000"]],
    ] as const) {
      // The clock is read once: read again in a later minute, it would name the same minute twice.
      const now = Date.now();
      const event = await openEvent({ starts_at: new Date(now - 30 * MINUTE_MS).toISOString() });
      for (let minute = 2; minute < 12; minute++)
        await fillMinute(event.session_id, new Date(now - minute * MINUTE_MS), count);
      await organiser.setViewportSize({ width, height });
      await organiser.goto(`/wall/${event.session_id}`);
      const panel = organiser.getByRole("region", { name: "Payments per minute" });
      await expect(panel.getByText("0", { exact: true }).last()).toBeVisible();
      await expect.poll(() => textsOf(panel.getByText(COUNT))).toEqual(marks);
      await expect.poll(() => panel.getByText(TIME).count()).toBeGreaterThan(3);
      await expectInside(panel.getByText(COUNT));
      await expectInside(panel.getByText(TIME));
    }
  });
}

for (const width of [360, 768, 1440]) {
  test(`the live chart at ${width} px shows its counts and times in full, up to the last`, async ({
    organiser,
    event,
    pay,
  }) => {
    await fillMinute(event.session_id, new Date(Date.now() - 3 * MINUTE_MS), 12_345);
    await pay.transfer(event);
    await organiser.setViewportSize({ width, height: 900 });
    await organiser.goto(`/events/${event.session_id}`);
    const chart = organiser.getByRole("img", { name: /^Payments per minute/ });
    await expect(chart.getByText("15,000")).toBeVisible();
    await expect
      .poll(async () => (await textsOf(chart.getByText(COUNT))).sort())
      .toEqual(["0", "10,000", "15,000", "5,000"]);
    await expectInside(chart.getByText(COUNT));
    await expectInside(chart.getByText(TIME));
    // The last full ten minutes before the end of the current hour.
    const last = Math.floor(Date.now() / (10 * MINUTE_MS)) * 10 * MINUTE_MS;
    const lastTime = new Date(last + 60 * MINUTE_MS).toISOString().slice(11, 16);
    await expect.poll(() => textsOf(chart.getByText(TIME))).toContain(lastTime);
  });
}

test("a chart is shown as a table with the same values, and as a chart again", async ({
  organiser,
  event,
  pay,
}) => {
  await fillMinute(event.session_id, new Date(Date.now() - 3 * MINUTE_MS), 12_345);
  await pay.transfer(event);
  await organiser.goto(`/events/${event.session_id}`);
  const figure = organiser.getByRole("figure", { name: /^Payments per minute/ });
  const choose = async (name: string) => {
    await figure.getByRole("button", { name: "Chart options" }).click();
    await organiser.getByRole("menuitem", { name }).click();
  };
  await choose("View as table");
  const table = figure.getByRole("table", { name: /^Payments per minute/ });
  await expect(table.getByRole("columnheader")).not.toHaveCount(0);
  await expect(table.getByRole("cell", { name: "12,345" })).toBeVisible();
  await choose("View as chart");
  await expect(figure.getByRole("img", { name: /^Payments per minute/ })).toBeVisible();
});

test("a terminal's chart shows its counts and times in full", async ({ organiser, event, pay }) => {
  const terminal = event.pos_terminals[0]?.terminal_id ?? "";
  await pay.tap(event, { paidAt: new Date(Date.now() - 150 * MINUTE_MS) });
  await fillTerminal(event.session_id, terminal, 1_234_567);
  await organiser.goto(`/events/${event.session_id}/terminals?terminal=${terminal}`);
  const chart = organiser.getByRole("dialog", { name: "Terminal 1" }).getByRole("img", { name: /took/ });
  await expect(chart.getByText("2,000,000").first()).toBeVisible();
  const marks = chart.getByText(/^[\d,]+$|^\d\d:\d\d$/);
  await expect.poll(() => textsOf(marks)).toEqual(expect.arrayContaining(["2,000,000", "1,000,000", "0"]));
  await expectInside(marks);
});

/** Pays into an event and has the payment settled on a day. */
async function settleOn(
  { bank, event }: { bank: Bank; event: SessionData },
  day: string,
  kobo: bigint,
): Promise<void> {
  const account = event.collection_account?.account_number ?? "";
  const payment = { paymentKey: newKey(), account, amount: formatKobo(kobo) };
  expectData(await bank.post(lencoTransfer(bank, payment)));
  expectData(await bank.post(lencoTransfer(bank, payment, `${day}T12:00:00.000Z`)));
}

for (const [naira, top, half] of [
  [1n, "₦10", "₦5"],
  [9_900n, "₦10k", "₦5k"],
  [9_876_543_210n, "₦10bn", "₦5bn"],
] as const) {
  test(`the settlement chart of ₦${naira} shows its amounts and days in full`, async ({
    organiser,
    event,
    bank,
  }) => {
    await settleOn({ bank, event }, "2026-10-05", naira * 50n);
    await settleOn({ bank, event }, "2026-11-12", naira * 100n);
    await organiser.goto(`/events/${event.session_id}/settlement`);
    const chart = organiser.getByRole("img", { name: /settled on 2 days/ });
    await expect(chart.getByText(top, { exact: true }).first()).toBeVisible();
    await expect(chart.getByText(half, { exact: true }).first()).toBeVisible();
    const days = chart.getByText(/^\d{1,2}( [A-Z][a-z]{2})?$/);
    await expect.poll(() => days.count()).toBeGreaterThan(5);
    await expectInside(days);
  });
}

test("ten billion naira are shown in full on a wallboard, in its total and on its tiles", async ({
  organiser,
  openEvent,
  pay,
}) => {
  const event = await openEvent({ collection: { account: true, pos: true, pos_count: 8 } });
  await pay.tap(event, { amount: 999_999_999_900n, provider: "nomba" });
  await organiser.setViewportSize({ width: 1280, height: 720 });
  await organiser.goto(`/wall/${event.session_id}`);
  const tile = organiser.getByRole("list", { name: "Terminals" }).getByRole("listitem").first();
  const amount = tile.getByText("₦9,999,999,999");
  await expect(amount).toBeVisible();
  const [inner, outer] = [await amount.boundingBox(), await tile.boundingBox()];
  expect(await amount.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
    0,
  );
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
});
