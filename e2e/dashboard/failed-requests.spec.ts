/** Guarantee: a request that fails is shown as failed, with its cause, at the field it concerns, and can be repeated. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectLive, open } from "./pages";

type Answer = "unreachable" | { status: number; errors?: { pointer: string; detail: string }[] };

/** Answers the dashboard's requests to a path so, until the returned function is called. */
async function answer(page: Page, path: RegExp, given: Answer): Promise<() => Promise<void>> {
  const json = { code: "internal", detail: "The request failed.", request_id: "req_failed", errors: [] };
  await page.route(path, (route) =>
    given === "unreachable"
      ? route.abort()
      : route.fulfill({ status: given.status, json: { ...json, ...given } }),
  );
  return () => page.unroute(path);
}

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

test("payments whose filter failed are not replaced by all payments", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { senderName: "CHINEDU OKONKWO" });
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  const restore = await answer(organiser, /\/payments\?q=/, { status: 500 });
  await organiser.keyboard.press("/");
  await organiser.keyboard.type("okonk");
  await expect(organiser.getByRole("row", { name: /Chinedu Okonkwo/ })).toBeVisible();
  await expect(organiser.getByRole("table", { name: "Payments" })).toHaveAttribute("aria-busy", "true");
  const panel = organiser.getByRole("region", { name: "Payments" });
  await expect(panel.getByRole("alert")).toContainText("The payments did not load");
  await expect(panel.getByRole("alert")).toContainText("The fault is on our side.");
  await restore();
  await tryAgain(organiser).click();
  await expect(panel).toContainText("1 of 1");
});

test("without a connection the cause is the connection", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { senderName: "AISHA BELLO" });
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  const restore = await answer(organiser, /\/payments\/txn_/, "unreachable");
  await organiser.getByRole("button", { name: "Aisha Bello", exact: true }).click();
  const drawer = organiser.getByRole("dialog", { name: "Payment" });
  await expect(drawer).toContainText("The service could not be reached. Check the connection.");
  await restore();
  await tryAgain(organiser).click();
  await expect(drawer).toContainText("What happened");
});

test("a delivery and a call of the API that did not load are loaded again", async ({
  organiser,
  api,
  openEvent,
  pay,
  receiver,
}) => {
  const event = await openEvent({ webhook_url: receiver.url });
  await pay.transfer(event);
  await expect.poll(() => receiver.received.length).toBe(1);
  await open(organiser, `/events/${event.session_id}/webhooks`);
  const restoreDelivery = await answer(organiser, /\/deliveries\/\w+$/, { status: 500 });
  await organiser.getByRole("table", { name: "Deliveries" }).getByRole("button").first().click();
  const drawer = organiser.getByRole("dialog");
  await expect(drawer).toContainText("This delivery did not load");
  await restoreDelivery();
  await tryAgain(organiser).click();
  await expect(drawer).toContainText("Attempt 1");

  const id = (await api.get(`/v1/sessions/${event.session_id}`)).headers["x-request-id"];
  const request = `/api/dashboard/requests/${id}`;
  await expect.poll(async () => (await organiser.request.get(request)).status()).toBe(200);
  const restoreRequest = await answer(organiser, /\/requests\/req_/, { status: 500 });
  await open(organiser, `/developers/requests?request=${id}`);
  await expect(drawer).toContainText("This request did not load");
  await restoreRequest();
  await tryAgain(organiser).click();
  await expect(drawer).toContainText("Response");
});

test("the figures before a close and the search of all events are loaded again", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { senderName: "ZAINAB LAWAL" });
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  const restoreClose = await answer(organiser, /\/close$/, { status: 500 });
  await organiser.getByRole("button", { name: "Close event" }).click();
  await expect(organiser.getByRole("alertdialog")).toContainText("The latest figures did not load.");
  await expect(tryAgain(organiser)).toBeVisible();
  await restoreClose();
  await tryAgain(organiser).click();
  await expect(organiser.getByRole("alertdialog")).toContainText("Taken so far");
  await organiser.keyboard.press("Escape");

  const restoreSearch = await answer(organiser, /\/api\/dashboard\/payments\?/, { status: 500 });
  await organiser.keyboard.press("Control+k");
  await organiser.getByRole("combobox").fill("zainab lawal");
  await expect(organiser.getByText("The payments could not be searched.")).toBeVisible();
  await restoreSearch();
  await tryAgain(organiser).click();
  await expect(organiser.getByRole("option", { name: /Zainab Lawal/ }).first()).toBeVisible();
});

test("an operator's error is shown at its field, which gets the focus", async ({ organiser, event }) => {
  await open(organiser, `/events/${event.session_id}/operators`);
  await organiser.getByRole("button", { name: "Add operator" }).first().click();
  const dialog = organiser.getByRole("dialog", { name: "Add operator" });
  const submit = dialog.getByRole("button", { name: "Add operator" });
  await submit.click();
  await expect(dialog.getByLabel("Full name")).toBeFocused();
  await dialog.getByLabel("Full name").fill("Ngozi Eze");
  const errors = [{ pointer: "/phone", detail: "phone must be a telephone number." }];
  const restore = await answer(organiser, /\/operators$/, { status: 400, errors });
  await submit.click();
  await expect(dialog.getByLabel("Phone")).toHaveAccessibleDescription(/Phone must be a telephone number\./);
  await expect(dialog.getByLabel("Phone")).toBeFocused();
  await expect(dialog.getByLabel("Full name")).not.toHaveAttribute("aria-invalid");
  await restore();
  await answer(organiser, /\/operators$/, { status: 500 });
  await submit.click();
  await expect(dialog.getByRole("alert")).toContainText("The operator was not added.");
  await expect(dialog.getByLabel("Full name")).not.toHaveAttribute("aria-invalid");
});

test("two clicks in a row add one operator", async ({ organiser, event }) => {
  await open(organiser, `/events/${event.session_id}/operators`);
  await organiser.getByRole("button", { name: "Add operator" }).first().click();
  const dialog = organiser.getByRole("dialog", { name: "Add operator" });
  await dialog.getByLabel("Full name").fill("Kemi Alabi");
  await dialog.getByRole("button", { name: "Add operator" }).dblclick();
  await expect(dialog).toBeHidden();
  await organiser.reload();
  await expect(organiser.getByRole("button", { name: "Kemi Alabi" })).toHaveCount(1);
});
