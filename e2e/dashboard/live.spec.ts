// Guarantee: an open page shows each payment within moments, says when it cannot, and catches up without a gap.
import type { Page } from "@playwright/test";
import { formatNaira } from "@/lib/core/format/naira";
import { expect, expectData, type SessionData, test } from "./fixtures";

const total = (page: Page) => page.getByRole("region", { name: /Total taken/ });
const connection = (page: Page) => page.getByRole("region", { name: "Health" });

async function openLive(page: Page, event: SessionData): Promise<void> {
  await page.goto(`/events/${event.session_id}`);
  await expect(connection(page).getByText("Live", { exact: true })).toBeVisible();
}

test("a payment arrives on the open page: in the total, in the list, in its terminal's rank", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { amount: 1_250_050n, senderName: "ADAEZE NWOSU" });
  await openLive(organiser, event);
  await expect(total(organiser).getByText("₦12,500.50").first()).toBeVisible();
  await pay.tap(event, { amount: 500_000n, senderName: "CHINEDU OKONKWO" });
  await expect(total(organiser).getByText("₦17,500.50").first()).toBeVisible();
  await expect(organiser.getByRole("button", { name: /Chinedu Okonkwo/ }).first()).toBeVisible();
  const ranks = organiser.getByRole("region", { name: "Top takings" });
  await expect(ranks.getByRole("listitem").filter({ hasText: "Terminal 1" })).toContainText("₦5,000.00");
});

test("an event without a payment shows the account to pay into, which its first payment replaces", async ({
  organiser,
  event,
  pay,
}) => {
  await openLive(organiser, event);
  await expect(organiser.getByText("Waiting for the first payment")).toBeVisible();
  await expect(organiser.getByRole("columnheader", { name: "Payer" })).toBeVisible();
  const add = organiser.getByRole("link", { name: "Add one" });
  await expect(add).toHaveAttribute("href", `/events/${event.session_id}/webhooks`);
  await pay.transfer(event, { amount: 10_000n });
  await expect(total(organiser).getByText("₦100.00").first()).toBeVisible();
  await expect(organiser.getByText("Waiting for the first payment")).toBeHidden();
  // The account stays one press away: in the header, and as an icon where there is no room.
  const number = event.collection_account?.account_number ?? "none";
  const grouped = number.replace(/^(\d{4})(\d{3})/, "$1 $2 ");
  const header = organiser.getByRole("main").getByRole("button", { name: new RegExp(grouped) });
  const narrow = organiser.getByRole("button", { name: "Collection account" });
  for (const [width, button] of [
    [1440, header],
    [390, narrow],
  ] as const) {
    await organiser.setViewportSize({ width, height: 844 });
    await button.click();
    const panel = organiser.getByRole("dialog", { name: "Collection account" });
    await expect(panel).toContainText(grouped);
    await expect(panel).toContainText(`Payers see SANDBOX / ${event.name}`);
    await expect(panel.getByRole("button", { name: "Copy" })).toBeVisible();
    await expect(panel.getByRole("link", { name: "Share on WhatsApp" })).toHaveAttribute(
      "href",
      /TEST%2C%20do%20not%20pay/,
    );
    await expect(panel.getByRole("link", { name: "Print a poster" })).toHaveAttribute(
      "href",
      /\/print\/poster$/,
    );
    await organiser.keyboard.press("Escape");
    await expect(button).toBeFocused();
  }
});

test("a page with a lost connection says so, and catches up without missing a payment", async ({
  organiser,
  event,
  pay,
}) => {
  test.setTimeout(90_000);
  await pay.transfer(event, { amount: 10_000n });
  await openLive(organiser, event);
  await organiser.context().setOffline(true);
  await expect(connection(organiser).getByText("Reconnecting")).toBeVisible({ timeout: 7_500 });
  for (let missed = 1; missed <= 5; missed++) {
    await pay.transfer(event, { amount: 10_000n, senderName: `MISSED PAYER${missed}` });
  }
  await expect(organiser.getByRole("alert").filter({ hasText: "Connection lost" })).toBeVisible({
    timeout: 30_000,
  });
  await expect(total(organiser)).toHaveAccessibleName(/Total taken at \d\d:\d\d:\d\d/);
  await expect(connection(organiser).getByText("Not known").first()).toBeVisible();
  const list = organiser.getByRole("region", { name: "Payments", exact: true });
  await expect(list.getByText("Paused", { exact: true })).toBeVisible();
  await expect(list.getByRole("button", { name: "Pause" })).toHaveCount(0);
  await organiser.context().setOffline(false);
  await expect(connection(organiser).getByText("Live", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(total(organiser).getByText("₦600.00").first()).toBeVisible();
  for (let missed = 1; missed <= 5; missed++) {
    await expect(
      organiser.getByRole("button", { name: new RegExp(`Missed Payer${missed}`, "i") }).first(),
    ).toBeVisible();
  }
});

test("after a burst of payments the page and the API agree to the kobo", async ({
  organiser,
  event,
  pay,
  api,
}) => {
  await openLive(organiser, event);
  const amounts = Array.from({ length: 60 }, (_, index) => 10_000n + BigInt(index));
  await Promise.all(
    amounts.map((amount, index) =>
      index % 2 ? pay.tap(event, { amount }) : pay.transfer(event, { amount }),
    ),
  );
  const sum = amounts.reduce((all, amount) => all + amount, 0n);
  await expect(total(organiser).getByText(formatNaira(sum)).first()).toBeVisible({ timeout: 2_000 });
  const summary = expectData<{ total_inflow: string }>(
    await api.get(`/v1/reconciliation/${event.session_id}`),
  );
  expect(formatNaira(summary.total_inflow)).toBe(formatNaira(sum));
});

test("a page redirects to the sign-in as soon as its sign-in is ended", async ({ pageOf, event }) => {
  const page = await pageOf("viewer");
  await openLive(page, event);
  const csrf = await (await page.request.get("/api/auth/csrf")).json();
  await page.request.post("/api/auth/signout", { form: { csrfToken: csrf.csrfToken, json: "true" } });
  await expect(page).toHaveURL(/\/login\b/, { timeout: 20_000 });
});

test("a wallboard link shows the event without a sign-in, and no restricted data", async ({
  organiser,
  event,
  pay,
  browser,
  baseURL,
}) => {
  await openLive(organiser, event);
  await organiser.getByRole("button", { name: "Wallboard" }).click();
  await organiser.getByRole("button", { name: "Make a link" }).click();
  const link = new URL(await organiser.getByText(/\/wall\/.*#key=/).innerText());
  const stranger = await browser.newContext({ baseURL });
  const wallboard = await stranger.newPage();
  const addresses: string[] = [];
  wallboard.on("request", (request) => addresses.push(request.url()));
  await wallboard.goto(link.pathname + link.hash);
  await pay.transfer(event, {
    amount: 2_500_000n,
    senderName: "CHINEDU OKONKWO",
    senderAccount: "1234567890",
  });
  await expect(wallboard.getByText("Chinedu O.")).toBeVisible();
  await expect(wallboard.getByText("₦25,000").first()).toBeVisible();
  expect(await wallboard.content()).not.toMatch(/okonkwo|7890/i);
  await organiser.getByRole("button", { name: "Revoke the link" }).click();
  await expect(wallboard.getByRole("heading", { name: "This wallboard link was revoked" })).toBeVisible();
  await wallboard.reload();
  await expect(wallboard.getByRole("heading", { name: "This link shows no wallboard" })).toBeVisible();
  const key = new URLSearchParams(link.hash.slice(1)).get("key") ?? "";
  expect(addresses.filter((address) => address.split("#")[0]?.includes(key))).toEqual([]);
  await stranger.close();
});

test("a wallboard opened by a link says that its event has closed, and shows it no more", async ({
  api,
  organiser,
  event,
  browser,
  baseURL,
}) => {
  const shared = await organiser.request.post(`/api/dashboard/sessions/${event.session_id}/wallboard`);
  const link = new URL((await shared.json()).data.url);
  const stranger = await browser.newContext({ baseURL });
  const wallboard = await stranger.newPage();
  await wallboard.goto(link.pathname + link.hash);
  await expect(wallboard.getByRole("heading", { name: event.name })).toBeVisible();
  expectData(await api.patch(`/v1/sessions/${event.session_id}/close`));
  await expect(wallboard.getByRole("heading", { name: "This event is closed" })).toBeVisible();
  const again = await stranger.newPage();
  await again.goto(link.pathname + link.hash);
  await expect(again.getByRole("heading", { name: "This link shows no wallboard" })).toBeVisible();
  await stranger.close();
});
