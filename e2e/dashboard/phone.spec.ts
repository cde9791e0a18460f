// Guarantee: a phone is sent what phones show, and no code for what only a pointer can ask for.
import { devices } from "@playwright/test";
import { expect, test } from "./fixtures";
import { isLive } from "./pages";

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices["Pixel 7"];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

test.beforeEach(async ({ event, pay }) => {
  await pay.transfer(event, { amount: 1_250_050n, senderName: "ADAEZE NWOSU" });
});

test("payments come as a list alone, and each opens", async ({ organiser, event }) => {
  const answer = await organiser.goto(`/events/${event.session_id}`);
  const html = (await answer?.text()) ?? "";
  expect(/Adaeze Nwosu/.test(html)).toBe(true);
  expect(/aria-rowindex/.test(html)).toBe(false);
  await organiser.getByRole("button", { name: /Adaeze Nwosu/ }).tap();
  await expect(organiser.getByRole("dialog").getByText("₦12,500.50").first()).toBeVisible();
});

test("the way about is at its foot, and at its side where the phone is turned", async ({
  organiser,
  event,
}) => {
  const answer = await organiser.goto(`/events/${event.session_id}`);
  expect(/Search and commands/.test((await answer?.text()) ?? "")).toBe(false);
  const ways = organiser.getByRole("navigation", { name: "Main" });
  await expect(ways).toHaveCount(1);
  await isLive(organiser);
  await organiser.setViewportSize({ width: 915, height: 412 });
  await expect(organiser.getByRole("button", { name: "Search and commands" })).toBeVisible();
  await expect(ways).toHaveCount(1);
});

test("payments stay in sight where the phone is turned", async ({ organiser, event }) => {
  await organiser.goto(`/events/${event.session_id}`);
  await isLive(organiser);
  await organiser.setViewportSize({ width: 915, height: 412 });
  await expect(organiser.getByRole("row", { name: /Adaeze Nwosu/ })).toBeVisible();
});

test("the chart is a picture until it is touched, and tells of a minute then", async ({
  organiser,
  event,
}) => {
  await organiser.goto(`/events/${event.session_id}`);
  const chart = organiser.getByRole("img", { name: /per minute/i });
  await expect(chart.getByText("3", { exact: true })).toBeVisible();
  await isLive(organiser);
  await expect(chart.getByRole("img")).toHaveCount(0);
  await chart.tap();
  await expect(chart.getByText("Transfer")).toBeVisible();
  await organiser.getByRole("heading", { name: "Payments per minute" }).tap();
  await expect(chart.getByText("Transfer")).toBeHidden();
  await chart.tap();
  await expect(chart.getByText("Transfer")).toBeVisible();
});
