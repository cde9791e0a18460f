// Guarantee: terminals get locations, devices and operators on their page, by roles with the permission, and by keyboard.
import { newKey } from "../bank-samples";
import { expect, expectData, type SessionData, test } from "./fixtures";
import { expectLive } from "./pages";

const terminalsOf = ({ session_id }: SessionData) => `/events/${session_id}/terminals`;

test("a paired device's payments belong to its terminal, and appear on its card as they arrive", async ({
  organiser,
  event,
  bank,
}) => {
  const device = newKey();
  await organiser.goto(terminalsOf(event));
  await organiser.getByRole("button", { name: "Terminal 1", exact: true }).click();
  const drawer = organiser.getByRole("dialog", { name: "Terminal 1" });
  await drawer.getByRole("button", { name: "Pair a device" }).click();
  const asked = organiser.getByRole("dialog", { name: "Pair a device with Terminal 1" });
  await asked.getByLabel("Serial number").fill(device);
  await asked.getByRole("button", { name: "Pair device" }).click();
  await expect(drawer.getByRole("region", { name: "Device" })).toContainText(device);
  await bank.tap(event, { device, amount: 1_250_000n, paidAt: new Date(), senderName: "AISHA BELLO" });
  await expect(drawer.getByRole("link", { name: "Aisha Bello" })).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();
  const card = organiser.getByRole("list", { name: "Terminals" }).getByRole("listitem").first();
  await expect(card).toContainText("₦12,500.00");
  await expect(card).toContainText("1 payment");
});

test("a location is edited in place, by keyboard alone", async ({ organiser, event }) => {
  await organiser.goto(`${terminalsOf(event)}?terminal=${event.pos_terminals[1]?.terminal_id}`);
  const drawer = organiser.getByRole("dialog", { name: "Terminal 2" });
  await expect(drawer).toBeFocused();
  await drawer.getByRole("button", { name: "Change the location of Terminal 2" }).focus();
  await organiser.keyboard.press("Enter");
  await expect(drawer.getByLabel("Location of Terminal 2")).toBeFocused();
  await organiser.keyboard.type("Food court");
  await organiser.keyboard.press("Enter");
  await expect(drawer).toContainText("Food court");
  await organiser.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(organiser.getByRole("button", { name: "Terminal 2", exact: true })).toBeFocused();
  await organiser.reload();
  await expect(organiser.getByRole("list", { name: "Terminals" })).toContainText("Food court");
});

test("a terminal is handed over, and its payments since then move along", async ({
  organiser,
  event,
  api,
  pay,
}) => {
  const base = `/v1/sessions/${event.session_id}/operators`;
  for (const name of ["Halima Sani", "Chidi Okafor"]) expectData(await api.post(base, { name }), 201);
  await pay.tap(event, { amount: 500_000n });
  await organiser.goto(terminalsOf(event));
  await organiser.getByRole("button", { name: "Terminal 1", exact: true }).click();
  const drawer = organiser.getByRole("dialog", { name: "Terminal 1" });
  await drawer.getByRole("button", { name: "Assign an operator" }).click();
  const asked = organiser.getByRole("dialog", { name: "Hand over Terminal 1" });
  await asked.getByLabel("Who takes over").selectOption({ label: "Chidi Okafor, cashier" });
  await asked.getByRole("radio", { name: "Since a time" }).check();
  await asked.getByLabel("Since", { exact: true }).fill("00:00");
  await asked.getByRole("button", { name: "Hand over" }).click();
  await expect(drawer.getByRole("region", { name: "On this terminal" })).toContainText("Chidi Okafor");
  await organiser.goto(`/events/${event.session_id}/operators`);
  await expect(organiser.getByRole("row", { name: /Chidi Okafor/ })).toContainText("₦5,000.00");
  await expect(organiser.getByRole("row", { name: /Halima Sani/ })).toContainText("₦0.00");
});

test("terminals are found by name, and the search is in the address", async ({ organiser, event }) => {
  await organiser.goto(terminalsOf(event));
  await expectLive(organiser);
  await organiser.keyboard.press("/");
  await organiser.keyboard.type("terminal 2");
  await expect(organiser).toHaveURL(/q=terminal\+2/);
  const list = organiser.getByRole("list", { name: "Terminals" });
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await organiser.getByRole("radio", { name: "List" }).check();
  await expect(organiser.getByRole("table", { name: "Terminals" }).getByRole("row")).toHaveCount(2);
  await organiser.reload();
  await expect(organiser.getByRole("table", { name: "Terminals" }).getByRole("row")).toHaveCount(2);
});

test("a viewer is offered no changes, and the API refuses them", async ({ pageOf, event }) => {
  const page = await pageOf("viewer");
  const id = event.pos_terminals[0]?.terminal_id;
  await page.goto(`${terminalsOf(event)}?terminal=${id}`);
  const drawer = page.getByRole("dialog", { name: "Terminal 1" });
  await expect(drawer).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Pair a device" })).toBeHidden();
  await expect(drawer.getByRole("button", { name: "Change the location of Terminal 1" })).toBeHidden();
  const path = `/api/dashboard/sessions/${event.session_id}/terminals/${id}`;
  const answers = [
    await page.request.put(`${path}/location`, { data: { location: "Mine" } }),
    await page.request.post(`${path}/device`, { data: { device: "SN-1" } }),
    await page.request.put(`${path}/device`, { data: { device: "SN-1" } }),
    await page.request.delete(`${path}/device`),
    await page.request.delete(`${path}/operator`),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([403, 403, 403, 403, 403]);
});

test("an event with one terminal says so without a plural, on its live page and its list", async ({
  organiser,
  openEvent,
}) => {
  const event = await openEvent({ collection: { account: true, pos: true, pos_count: 1 } });
  await organiser.goto(`/events/${event.session_id}`);
  const main = organiser.getByRole("main");
  await expect(main).toContainText("1 terminal assigned");
  await expect(main).not.toContainText("1 terminals");
  await organiser.goto(terminalsOf(event));
  await expect(main.getByRole("list", { name: "Terminals" }).getByRole("listitem")).toHaveCount(1);
  await expect(main).not.toContainText("1 terminals");
});

test('the link from the takings to one terminal has no "All", to two it has', async ({
  organiser,
  openEvent,
  pay,
}) => {
  for (const [count, name] of [
    [1, "1 terminal"],
    [2, "All 2 terminals"],
  ] as const) {
    const event = await openEvent({ collection: { account: true, pos: true, pos_count: count } });
    await pay.tap(event);
    await organiser.goto(`/events/${event.session_id}`);
    const takings = organiser.getByRole("region", { name: "Top takings" });
    await expect(takings.getByRole("link", { name, exact: true })).toBeVisible();
  }
});
