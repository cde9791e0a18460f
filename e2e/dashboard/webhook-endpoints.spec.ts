// Guarantee: an organisation's webhook endpoints are added, changed, paused and removed on the dashboard, by permitted roles alone.
import type { Locator } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import type { ReceivedRequest } from "./fixtures";
import { open } from "./pages";
import { ACCOUNT, deliveriesOf, expect, expectSound, PAGE, test, urlOf } from "./webhook-fixtures";

const headersOf = ({ headers }: ReceivedRequest) => headers as Record<string, string>;

async function fillHeader(dialog: Locator, name: string, value: string) {
  await dialog.getByRole("textbox", { name: "Name of header 1" }).fill(name);
  await dialog.getByRole("textbox", { name: "Value of header 1" }).fill(value);
}

test("a new endpoint's secret is shown, verifies its events, and is rotated with an overlap", async ({
  organiser,
  event,
  pay,
  receiver,
}) => {
  await open(organiser, PAGE);
  await organiser.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = organiser.getByRole("dialog", { name: "Add an endpoint" });
  await expectSound(organiser);
  await dialog.getByRole("textbox", { name: "Address" }).fill("not an address");
  await dialog.getByRole("button", { name: "Add a header" }).click();
  await fillHeader(dialog, "Host", "elsewhere.example");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByRole("textbox", { name: "Address" })).toHaveAccessibleDescription(
    /^Address must be a whole web address/,
  );
  await dialog.getByRole("textbox", { name: "Address" }).fill(receiver.url);
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name of header 1" })).toHaveAccessibleDescription(
    /Host cannot be set/,
  );
  await fillHeader(dialog, "Authorization", "Bearer of-tickets");
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Ticket office");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  const secret = await organiser
    .getByRole("region", { name: "New signing secret" })
    .getByText(/^whsec_/)
    .innerText();
  await organiser.getByRole("button", { name: "Done" }).click();

  await pay.transfer(event, { senderAccount: ACCOUNT });
  await expect.poll(() => receiver.received.length).toBe(1);
  const [first] = receiver.received;
  expect(first?.headers.authorization).toBe("Bearer of-tickets");
  new Webhook(secret).verify(first?.body ?? "", headersOf(first as ReceivedRequest));

  await organiser.getByRole("button", { name: "Ticket office" }).click();
  const drawer = organiser.getByRole("dialog", { name: "Ticket office" });
  await expect(drawer.getByRole("img", { name: /Attempts per hour/ })).toBeVisible();
  await expect(drawer).toContainText("authorization · values hidden");
  await expect(drawer).not.toContainText("of-tickets");
  await expectSound(organiser);
  await drawer.getByRole("button", { name: "Rotate" }).click();
  await organiser.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  const rotated = await drawer.getByText(/^whsec_[A-Za-z0-9+/=]{40,}$/).innerText();
  await expect(drawer.getByText(/signs beside it for another/)).toBeVisible();
  await pay.transfer(event);
  await expect.poll(() => receiver.received.length).toBe(2);
  for (const one of [secret, rotated])
    new Webhook(one).verify(
      receiver.received[1]?.body ?? "",
      headersOf(receiver.received[1] as ReceivedRequest),
    );
  expect(rotated).not.toBe(secret);

  await drawer.getByRole("button", { name: "Remove" }).click();
  await expectSound(organiser);
  await organiser.getByRole("alertdialog").getByRole("button", { name: "Remove endpoint" }).click();
  await expect(organiser.getByText("No organisation-wide endpoint")).toBeVisible();
});

test("an endpoint is changed, keeps its hidden headers, and is paused and resumed", async ({
  organiser,
  addEndpoint,
  event,
  pay,
  receiver,
}) => {
  const id = await addEndpoint("http://127.0.0.1:9/gone");
  await open(organiser, `${PAGE}?open=${id}`);
  const drawer = organiser.getByRole("dialog", { name: "127.0.0.1:9" });
  await drawer.getByRole("button", { name: "Edit" }).click();
  const dialog = organiser.getByRole("dialog", { name: "Edit endpoint" });
  await expect(dialog).toContainText("x-team");
  await expectSound(organiser);
  await dialog.getByRole("textbox", { name: "Address" }).fill(receiver.url);
  await dialog.getByRole("textbox", { name: "Name" }).fill("Gate");
  await dialog.getByRole("button", { name: "Save" }).click();
  const changed = organiser.getByRole("dialog", { name: "Gate" });
  await changed.getByRole("button", { name: "Pause" }).click();
  await organiser
    .getByRole("dialog", { name: "Pause this endpoint?" })
    .getByRole("button", { name: "Pause", exact: true })
    .click();
  await expect(changed).toContainText("Paused manually. Events wait.");
  await pay.transfer(event);
  await organiser.reload();
  await expect(deliveriesOf(organiser).getByRole("row", { name: /Waiting/ })).toHaveCount(1);
  expect(receiver.received).toHaveLength(0);
  await changed.getByRole("button", { name: "Resume" }).click();
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]?.headers["x-team"]).toBe("tickets");
  await organiser.reload();
  await expect(
    deliveriesOf(organiser)
      .getByRole("row", { name: /Delivered/ })
      .first(),
  ).toBeVisible();
});

test("each role finds the buttons of its permissions alone", async ({
  pageOf,
  addEndpoint,
  openEvent,
  pay,
}) => {
  const id = await addEndpoint("http://127.0.0.1:9/gone");
  const event = await openEvent({ webhook_url: "http://127.0.0.1:9/gone" });
  await pay.transfer(event);
  const operations = await pageOf("operations");
  await open(operations, "/events");
  await operations.getByRole("link", { name: "Developers" }).click();
  await expect(operations).toHaveURL(/\/developers\/webhooks$/);
  await expect(operations.getByRole("link", { name: "API keys" })).toBeHidden();
  await open(operations, `${PAGE}?open=${id}`);
  for (const name of ["Pause", "Replay failed"])
    await expect(operations.getByRole("button", { name })).toBeVisible();
  for (const name of ["Add endpoint", "Edit", "Remove", "Reveal", "Rotate"])
    await expect(operations.getByRole("button", { name, exact: true })).toBeHidden();
  await open(operations, urlOf(event));
  await expect(operations.getByRole("button", { name: "Edit" })).toBeHidden();
  const viewer = await pageOf("viewer");
  await open(viewer, `${PAGE}?open=${id}`);
  await expect(viewer.getByRole("dialog", { name: "127.0.0.1:9" })).toBeVisible();
  for (const name of ["Pause", "Resume", "Replay failed", "Edit", "Remove", "Reveal"])
    await expect(viewer.getByRole("button", { name, exact: true })).toBeHidden();
  await expect(viewer.getByRole("checkbox")).toHaveCount(0);
  expect((await (await pageOf("gate_lead")).request.get(PAGE)).status()).toBe(403);
});
