// Guarantee: a screen states only results of a comparison, and states one fact the same way everywhere.
import { expect, test } from "./fixtures";

test("an event that has not begun is upcoming in its header, in the sidebar and in the list", async ({
  organiser,
  openEvent,
}) => {
  const name = `Later ${Date.now()}`;
  const event = await openEvent({ name, starts_at: new Date(Date.now() + 86_400_000).toISOString() });
  await organiser.goto(`/events/${event.session_id}`);
  const main = organiser.getByRole("main");
  await expect(main.getByText("Upcoming", { exact: true })).toBeVisible();
  await expect(main.getByText("Active", { exact: true })).toHaveCount(0);
  await expect(organiser.getByRole("button", { name: /Switch event/ })).toContainText("Upcoming");
  await organiser.goto(`/events?q=${encodeURIComponent(name)}`);
  await expect(organiser.getByRole("row", { name: new RegExp(name) })).toContainText("Upcoming");
});

test("an event that begins while its page is open becomes active in its header and in the sidebar", async ({
  organiser,
  openEvent,
}) => {
  const event = await openEvent({ starts_at: new Date(Date.now() + 12_000).toISOString() });
  await organiser.goto(`/events/${event.session_id}`);
  const [main, sidebar] = [
    organiser.getByRole("main"),
    organiser.getByRole("button", { name: /Switch event/ }),
  ];
  await expect(main.getByText("Active", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(sidebar).toContainText("Active");
  await expect(sidebar).not.toContainText("Upcoming");
});

test("an empty ledger is not reported as agreeing", async ({ organiser, event, pay }) => {
  const path = `/events/${event.session_id}`;
  await organiser.goto(`${path}/reconciliation`);
  const strip = organiser.getByRole("region", { name: "Ledger and settlement" });
  await expect(strip).toContainText("₦0.00");
  await expect(strip).not.toContainText(/agree|%/i);
  await organiser.goto(`${path}/settlement`);
  await expect(organiser.getByRole("region", { name: "Settled and awaiting" })).toContainText(
    "Nothing taken yet",
  );
  await pay.transfer(event, { amount: 30_000n });
  await organiser.goto(`${path}/reconciliation`);
  await expect(strip).toContainText("0% of the ledger");
  await expect(strip).toContainText("₦300.00 awaiting");
});

test("failed and repeated attempts are shown as retries beside the overall rate, on both pages", async ({
  organiser,
  openEvent,
  pay,
  receiver,
}) => {
  receiver.answerWith((response) => response.writeHead(503).end());
  const event = await openEvent({ webhook_url: receiver.url });
  await organiser.goto(`/events/${event.session_id}/webhooks`);
  const endpoint = organiser.getByRole("region", { name: "Endpoint" });
  await expect(endpoint).toContainText("Not used yet");
  await expect(endpoint).not.toContainText("Healthy");
  await pay.transfer(event);
  await expect(endpoint).toContainText("0.00%");
  await expect(endpoint).toContainText("Retrying1");
  await organiser.goto(`/events/${event.session_id}`);
  await expect(organiser.getByRole("region", { name: "Health" })).toContainText("0.00% · 1 waiting");
  await organiser.goto(`/events/${event.session_id}/webhooks`);
  await organiser.getByRole("table", { name: "Deliveries" }).getByRole("button").first().click();
  const drawer = organiser.getByRole("dialog", { name: "Delivery" });
  await expect(drawer.getByRole("button", { name: "Send now" })).toBeVisible();
  // Sent only now, or its own next attempt would deliver it before the drawer is open.
  receiver.answerWith((response) => response.end());
  await drawer.getByRole("button", { name: "Send now" }).click();
  await expect(drawer.getByText(/^Delivered, /)).toBeVisible();
  await organiser.goto(`/events/${event.session_id}/webhooks`);
  await expect(endpoint).toContainText("100.00%");
  await expect(endpoint).toContainText("1 of 1 payment");
  await expect(endpoint).toContainText(/\d+ retr(y|ies)/);
  await expect(endpoint).not.toContainText("failed");
  await organiser.goto(`/events/${event.session_id}`);
  await expect(organiser.getByRole("region", { name: "Health" })).toContainText("100.00% · 0 waiting");
});

test("nothing is stated of a bank without notifications, and no average of nothing is shown", async ({
  organiser,
  event,
}) => {
  await organiser.goto(`/events/${event.session_id}`);
  const health = organiser.getByRole("region", { name: "Health" });
  await expect(health).toContainText("Bank webhookNone yet");
  await expect(health).not.toContainText(/Ready|Healthy/);
});
