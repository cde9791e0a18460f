// Guarantee: each delivery of an organisation is found, read and sent again on the dashboard, and follows a changed address.
import type { ServerResponse } from "node:http";
import { failDeliveries } from "../db-queries";
import { startReceiver } from "../receiver";
import { expectData } from "./fixtures";
import { open } from "./pages";
import { ACCOUNT, deliveriesOf, expect, expectSound, PAGE, test, urlOf } from "./webhook-fixtures";

test("a delivery has a page of its own with every attempt, masked and without secrets, and is sent again there", async ({
  organiser,
  pageOf,
  addEndpoint,
  event,
  pay,
  receiver,
}) => {
  await addEndpoint(receiver.url);
  receiver.answerWith((response) => response.writeHead(503).end(`no room for ${ACCOUNT}`));
  await pay.transfer(event, { senderAccount: ACCOUNT });
  await expect.poll(() => receiver.received.length).toBe(1);
  const id = String(receiver.received[0]?.headers["webhook-id"]);
  await open(organiser, `${PAGE}?q=${id}`);
  const row = deliveriesOf(organiser).getByRole("row", { name: new RegExp(id.slice(-8)) });
  await expect(row).toContainText("503");
  await row.getByRole("link").click();
  await expect(organiser).toHaveURL(new RegExp(`${event.session_id}/webhooks/${id}$`));
  const main = organiser.getByRole("main");
  await expect(main.getByRole("listitem").filter({ hasText: "Attempt 1" })).toContainText("503");
  await expect(main).toContainText("no room for •• 4471");
  await expect(main).toContainText("x-team: ••••••");
  await expect(main).toContainText('"sender_account": "•• 4471"');
  await expect(main).not.toContainText("2344471");
  await expectSound(organiser);
  receiver.answerWith((response) => response.end("ok"));
  await main.getByRole("button", { name: "Send now" }).click();
  await expect(main.getByText(/^Delivered, /)).toBeVisible();
  const last = receiver.received.at(-1);
  expect(last?.headers["webhook-id"]).toBe(id);
  expect(last?.body.equals(receiver.received[0]?.body ?? Buffer.of())).toBe(true);
  await main.getByRole("button", { name: "Show the account number" }).click();
  await expect(main).toContainText(`"sender_account": "${ACCOUNT}"`);
  const viewer = await pageOf("viewer");
  await open(viewer, `${urlOf(event)}/${id}`);
  await expect(viewer.getByText(/^Delivered, /)).toBeVisible();
  for (const name of ["Replay", "Send now", "Show the account number"])
    await expect(viewer.getByRole("button", { name })).toBeHidden();
  await viewer.goto(`${urlOf(event)}/evt_01m7wja30291e5wma656tpsg5t`);
  await expect(viewer.getByRole("heading", { name: "There is no such page" })).toBeVisible();
});

test("the page of another type's delivery shows what it is about, and its list is filtered by type", async ({
  organiser,
  api,
  addEndpoint,
  event,
  pay,
  receiver,
}) => {
  await addEndpoint(receiver.url, ["expected_payment.updated"]);
  const order = { session_id: event.session_id, amount: "12500.50", reference: "ORD-4821" };
  const expected = expectData<{ id: string }>(await api.post("/v1/expected-payments", order), 201);
  await pay.transfer(event, { narration: "Tickets ORD-4821", amount: 1_250_050n });
  await expect.poll(() => receiver.received.length).toBe(1);
  await open(organiser, `${PAGE}?type=expected_payment.updated&q=${expected.id}`);
  await deliveriesOf(organiser)
    .getByRole("row", { name: /Delivered/ })
    .getByRole("link")
    .click();
  const facts = organiser.getByRole("region", { name: "Facts" });
  await expect(facts).toContainText(`About${expected.id}`);
  await expect(facts).toContainText("Reported aspaid");
  await expectSound(organiser);
});

test("selected and all failed deliveries are sent again, each once, with their progress", async ({
  organiser,
  addEndpoint,
  event,
  pay,
  receiver,
}) => {
  await addEndpoint(receiver.url);
  receiver.answerWith((response) => response.writeHead(500).end());
  await pay.transfer(event);
  await pay.tap(event);
  await open(organiser, `${PAGE}?q=${event.session_id}`);
  await expect(deliveriesOf(organiser).getByRole("row", { name: /Waiting.*500/ })).toHaveCount(2);
  await failDeliveries(event.session_id);
  const tried = receiver.received.length;
  const held: ServerResponse[] = [];
  receiver.answerWith((response) => held.push(response));
  await organiser.getByRole("button", { name: "Outcome" }).click();
  await organiser.getByRole("menuitem", { name: "Failed" }).click();
  const rows = deliveriesOf(organiser).getByRole("row", { name: /Failed/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/500/);
  await rows.first().getByRole("checkbox").check();
  await expect(organiser.getByText("1 selected")).toBeVisible();
  await organiser.getByRole("checkbox", { name: "Select all shown" }).check();
  await expectSound(organiser);
  await organiser.getByRole("button", { name: "Replay selected" }).click();
  const progress = organiser.getByRole("progressbar", { name: "Sending 2 events again" });
  await expect(progress).toHaveAttribute("aria-valuenow", "0");
  await expect(organiser.getByText("0 delivered, 2 waiting", { exact: true })).toBeVisible();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  receiver.answerWith((response) => response.end("ok"));
  for (const response of held) response.end("ok");
  await expect(progress).toHaveAttribute("aria-valuenow", "2");
  await expect(organiser.getByText("2 delivered", { exact: true })).toBeVisible();
  await expect(organiser.getByText("No results")).toBeVisible();
  expect(receiver.received).toHaveLength(tried + 2);

  await failDeliveries(event.session_id);
  await organiser.getByRole("button", { name: "Replay failed" }).click();
  const dialog = organiser.getByRole("dialog", { name: "Replay failed events" });
  await expectSound(organiser);
  await dialog.getByRole("radio", { name: "Last hour" }).check();
  await dialog.getByRole("button", { name: "Replay" }).click();
  await expect(organiser.getByText("2 events sent again")).toBeVisible();
  await expect(organiser).toHaveURL(/replay=rpl_/);
  await expectSound(organiser);
  await expect.poll(() => receiver.received.length).toBe(tried + 4);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect(new Set(ids).size).toBe(2);
  await organiser.getByRole("button", { name: "Hide the progress" }).first().click();
  await expect(organiser).not.toHaveURL(/replay=/);
});

test("a session's address is changed, and its waiting events follow with the same ids", async ({
  organiser,
  openEvent,
  event,
  pay,
  receiver,
}) => {
  const other = await startReceiver();
  receiver.answerWith((response) => response.writeHead(503).end());
  const session = await openEvent({ webhook_url: receiver.url });
  await pay.transfer(session);
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  await open(organiser, urlOf(session));
  await organiser.getByRole("button", { name: "Edit" }).click();
  const dialog = organiser.getByRole("dialog", { name: "Change the webhook address" });
  await expect(dialog).toContainText("1 event that waits is sent to the new address at once.");
  await expectSound(organiser);
  const address = dialog.getByRole("textbox", { name: "Address" });
  await address.fill("ftp://elsewhere.example/");
  await dialog.getByRole("button", { name: "Change address" }).click();
  await expect(address).toHaveAccessibleDescription("Address must start with https:// or http://");
  await address.fill(other.url);
  await dialog.getByRole("button", { name: "Change address" }).click();
  await expect(organiser.getByText("1 waiting event goes there.").first()).toBeVisible();
  await expect.poll(() => other.received.length).toBe(1);
  expect(other.received[0]?.headers["webhook-id"]).toBe(receiver.received[0]?.headers["webhook-id"]);
  await expect(organiser.getByText(other.url)).toBeVisible();

  await open(organiser, urlOf(event));
  await organiser.getByRole("button", { name: "Add a webhook address" }).click();
  const first = organiser.getByRole("dialog", { name: "Add a webhook address" });
  await first.getByRole("textbox", { name: "Address" }).fill(other.url);
  await first.getByRole("button", { name: "Add address" }).click();
  await expect(organiser.getByRole("heading", { name: "Endpoint" })).toBeVisible();
  await pay.transfer(event);
  await expect.poll(() => other.received.length).toBe(2);
  await other.close();
});
