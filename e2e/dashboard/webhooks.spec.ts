// Guarantee: failed deliveries are shown and resent unchanged; the endpoint and the secret can be changed by roles with the permission.
import type { Page } from "@playwright/test";
import { expect, type ReceivedRequest, type SessionData, test } from "./fixtures";

const webhooksOf = (session: SessionData) => `/events/${session.session_id}/webhooks`;
const signaturesOf = (received: ReceivedRequest | undefined) =>
  String(received?.headers["webhook-signature"]).split(" ").length;

/** Opens the one delivery of an event. */
async function openDelivery(page: Page) {
  await page.getByRole("table", { name: "Deliveries" }).getByRole("button").first().click();
  return page.getByRole("dialog", { name: "Delivery" });
}

test("a failed delivery is resent from its drawer, with the same id and the same bytes", async ({
  organiser,
  openEvent,
  pay,
  receiver,
}) => {
  receiver.answerWith((response) => response.writeHead(503).end("<b>full</b>"));
  const event = await openEvent({ webhook_url: receiver.url });
  await pay.transfer(event);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await organiser.goto(webhooksOf(event));
  const drawer = await openDelivery(organiser);
  await expect(drawer.getByRole("listitem").filter({ hasText: "Attempt 1" })).toContainText("503");
  await drawer.getByRole("radio", { name: "Response" }).check();
  await expect(drawer).toContainText("<b>full</b>");
  receiver.answerWith((response) => response.end("ok"));
  const before = receiver.received.length;
  await drawer.getByRole("button", { name: "Send now" }).click();
  await expect(drawer.getByText(/^Delivered, /)).toBeVisible();
  const [first, again] = [receiver.received[0], receiver.received[before]];
  expect(again?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(again?.body.equals(first?.body ?? Buffer.of())).toBe(true);
  await drawer.getByRole("radio", { name: "Headers" }).check();
  await expect(drawer).toContainText(`webhook-signature: ${again?.headers["webhook-signature"]}`);
});

test("deliveries are filtered by response code and outcome, in the address", async ({
  organiser,
  openEvent,
  pay,
  receiver,
}) => {
  const event = await openEvent({ webhook_url: receiver.url });
  await pay.transfer(event);
  await expect.poll(() => receiver.received.length).toBe(1);
  await organiser.goto(webhooksOf(event));
  const rows = organiser.getByRole("table", { name: "Deliveries" }).getByRole("row", { name: /txn_/ });
  await expect(rows).toHaveCount(1);
  await expect(rows.getByRole("button", { name: "Copy payment id" })).toBeVisible();
  await organiser.getByRole("searchbox", { name: "Search deliveries" }).fill("503");
  await expect(organiser.getByText("No results")).toBeVisible();
  await expect(organiser).toHaveURL(/q=503/);
  await organiser.getByRole("button", { name: "Clear the filters" }).click();
  await expect(rows).toHaveCount(1);
  await organiser.getByRole("button", { name: "Outcome" }).click();
  await organiser.getByRole("menuitem", { name: "Failed" }).click();
  await expect(organiser.getByText("No results")).toBeVisible();
  await expect(organiser).toHaveURL(/outcome=failed/);
});

test("a paused endpoint gets nothing until it is resumed, and then the backlog", async ({
  organiser,
  openEvent,
  pay,
  receiver,
}) => {
  const event = await openEvent({ webhook_url: receiver.url });
  await organiser.goto(webhooksOf(event));
  await organiser.getByRole("button", { name: "Pause" }).click();
  await organiser
    .getByRole("dialog", { name: "Pause this endpoint?" })
    .getByRole("button", { name: "Pause" })
    .click();
  await expect(organiser.getByText("Paused manually. Events wait.")).toBeVisible();
  await pay.transfer(event);
  await organiser.reload();
  await expect(organiser.getByText("No attempts yet").first()).toBeVisible();
  expect(receiver.received).toHaveLength(0);
  await organiser.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => receiver.received.length).toBe(1);
  await expect(organiser.getByText("Healthy")).toBeVisible();
});

test("a rotated secret signs beside the new one, and the page shows both", async ({
  organiser,
  openEvent,
  pay,
  receiver,
}) => {
  const event = await openEvent({ webhook_url: receiver.url });
  await organiser.goto(webhooksOf(event));
  await organiser.getByRole("button", { name: "Reveal" }).click();
  const shown = organiser.getByText(/^whsec_[A-Za-z0-9+/=]{40,}$/);
  const before = await shown.textContent();
  await organiser.getByRole("button", { name: "Rotate" }).click();
  const dialog = organiser.getByRole("dialog", { name: "Rotate the signing secret?" });
  await dialog.getByRole("button", { name: "Rotate secret" }).click();
  await expect(shown).not.toHaveText(before ?? "");
  await expect(organiser.getByText(/signs beside it for another/).first()).toBeVisible();
  await pay.transfer(event);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(signaturesOf(receiver.received[0])).toBeGreaterThan(1);
});

test("a delivery shows only the last digits of the payer's account until a permitted role reveals them, which is audited", async ({
  organiser,
  pageOf,
  openEvent,
  pay,
  receiver,
}) => {
  const account = "0212344471";
  receiver.answerWith((response) => response.writeHead(500).end(`no such payer ${account}`));
  const event = await openEvent({ webhook_url: receiver.url });
  await pay.transfer(event, { senderAccount: account });
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  expect(receiver.received[0]?.body.toString()).toContain(account);
  const base = `/api/dashboard/sessions/${event.session_id}`;
  const viewer = await pageOf("viewer");
  for (const { request } of [viewer, organiser]) {
    const { data } = await (await request.get(`${base}/deliveries`)).json();
    const one = await (await request.get(`${base}/deliveries/${data.rows[0].id}`)).text();
    expect(one).toContain("•• 4471");
    expect(one).not.toContain("2344471");
  }
  await viewer.goto(webhooksOf(event));
  const masked = await openDelivery(viewer);
  await expect(masked).toContainText("•• 4471");
  await expect(masked.getByRole("button", { name: "Show the account number" })).toHaveCount(0);
  const [id] = (await viewer.getByText(/^evt_/).first().innerText()).split(" ");
  expect((await viewer.request.post(`${base}/deliveries/${id}/account`)).status()).toBe(403);
  await organiser.goto(webhooksOf(event));
  const drawer = await openDelivery(organiser);
  await drawer.getByRole("button", { name: "Show the account number" }).click();
  await expect(drawer).toContainText(account);
  const audit = await (await organiser.request.get("/api/dashboard/audit")).text();
  expect(audit).toContain(String(id));
});

test("a viewer finds no buttons, and the API refuses the actions", async ({
  pageOf,
  openEvent,
  receiver,
}) => {
  const event = await openEvent({ webhook_url: receiver.url });
  const viewer = await pageOf("viewer");
  await viewer.goto(webhooksOf(event));
  await expect(viewer.getByRole("heading", { name: "Webhooks" })).toBeVisible();
  for (const name of ["Pause", "Reveal", "Rotate", "Replay failed"])
    await expect(viewer.getByRole("button", { name })).toBeHidden();
  const base = `/api/dashboard/sessions/${event.session_id}`;
  const { data } = await (await viewer.request.get(`${base}/webhooks`)).json();
  const refused = [
    `/api/dashboard/webhook-endpoints/${data.endpoint.id}/pause`,
    "/api/dashboard/signing-secrets/show",
    "/api/dashboard/signing-secrets/rotate",
  ];
  for (const path of refused) expect((await viewer.request.post(path)).status()).toBe(403);
  const gate = await pageOf("gate_lead");
  expect((await gate.request.get(`${base}/deliveries`)).status()).toBe(403);
});

test("an event without a webhook address says so", async ({ organiser, event }) => {
  await organiser.goto(webhooksOf(event));
  await expect(organiser.getByText("This event has no webhook address")).toBeVisible();
});
