import { randomBytes } from "node:crypto";
import { findViolations } from "./accessibility";
import { expect, test } from "./fixtures";

const newName = () => `Jazz ${randomBytes(5).toString("hex")}`;

test("an event is created by its form, once, and is in the list with its venue", async ({ organiser }) => {
  const name = newName();
  await organiser.goto("/events");
  await organiser.getByRole("button", { name: "New event" }).first().click();
  const form = organiser.getByRole("dialog", { name: "New event" });
  await expect(form.getByRole("textbox", { name: "Event name" })).toBeFocused();
  await form.getByRole("textbox", { name: "Event name" }).fill(name);
  await form.getByRole("textbox", { name: "Venue" }).fill("Mapo Hall, Ibadan");
  const starts = form.getByRole("textbox", { name: "Starts" });
  await starts.fill("23 Foo 2027");
  await form.getByRole("button", { name: "Create event" }).click();
  await expect(starts).toHaveAccessibleDescription(/^Starts: type a date and a time/);
  await starts.fill("23/11/2027 5 pm");
  await starts.press("Tab");
  await expect(starts).toHaveValue("23 Nov 2027, 17:00");
  await organiser.keyboard.press("Enter");
  const calendar = organiser.getByRole("dialog", { name: "Calendar, Starts" });
  await expect(calendar.getByRole("button", { name: "23 November 2027" })).toBeVisible();
  expect(await findViolations(organiser)).toEqual([]);
  await calendar.getByRole("button", { name: "24 November 2027" }).click();
  await expect(starts).toHaveValue("24 Nov 2027, 17:00");
  await starts.fill("");
  await form.getByRole("textbox", { name: "How many terminals" }).fill("3");
  await form.getByRole("button", { name: "Create event" }).dblclick();
  await expect(organiser).toHaveURL(/\/events\/ses_/);
  await organiser.goto("/events");
  await organiser.getByRole("searchbox", { name: "Search events" }).fill(`${name.toLowerCase()} mapo`);
  await expect(organiser).toHaveURL(/q=/);
  const table = organiser.getByRole("table", { name: "Events" });
  await expect(table.getByRole("link", { name })).toHaveCount(1);
  await expect(table.getByRole("row", { name: new RegExp(name) })).toContainText("Active");
});

test("the form shows each error at its field, focuses the first, and keeps the input", async ({
  organiser,
}) => {
  await organiser.goto("/events?new=1");
  const form = organiser.getByRole("dialog", { name: "New event" });
  await form.getByRole("textbox", { name: "Venue" }).fill("Ikeja");
  await form.getByRole("textbox", { name: "How many terminals" }).fill("51");
  await form.getByRole("textbox", { name: "Webhook address" }).fill("not an address");
  await form.getByRole("button", { name: "Create event" }).click();
  const name = form.getByRole("textbox", { name: "Event name" });
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription("Event name: type 1 to 200 characters.");
  await expect(form.getByRole("textbox", { name: "How many terminals" })).toHaveAccessibleDescription(
    "Terminals: type a whole number from 1 to 50.",
  );
  await expect(form.getByRole("textbox", { name: "Venue" })).toHaveValue("Ikeja");
  await name.fill("Ikeja Night");
  await form.getByRole("textbox", { name: "How many terminals" }).fill("3");
  await form.getByRole("button", { name: "Create event" }).click();
  const address = form.getByRole("textbox", { name: "Webhook address" });
  await expect(address).toHaveAccessibleDescription(/^Webhook address must be a whole web address/);
  await organiser.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(organiser).toHaveURL(/\/events$/);
});

test("an event's new total shows in the list without a reload", async ({ organiser, openEvent, pay }) => {
  const event = await openEvent({ name: newName() });
  await organiser.goto(`/events?q=${encodeURIComponent(event.name)}`);
  const row = organiser.getByRole("row", { name: new RegExp(event.name) });
  await expect(row).toContainText("None yet");
  await pay.transfer(event, { amount: 1_250_050n });
  await expect(row).toContainText("₦12,500.50");
  await expect(row).toContainText("1 payment");
});

test("tabs and search are in the address, and an empty result can be cleared", async ({
  organiser,
  event,
  api,
}) => {
  await api.patch(`/v1/sessions/${event.session_id}/close`);
  await organiser.goto("/events");
  const tabs = organiser.getByRole("navigation", { name: "Events by state" });
  await tabs.getByRole("link", { name: /Closed/ }).click();
  await expect(organiser).toHaveURL(/status=closed/);
  await expect(organiser.getByRole("link", { name: event.name }).first()).toBeVisible();
  await expect(organiser.getByRole("row", { name: new RegExp(event.name ?? "none") }).first()).toContainText(
    "Nothing to settle",
  );
  await organiser.getByRole("searchbox", { name: "Search events" }).fill("no such event at all");
  await expect(organiser.getByText("No results")).toBeVisible();
  await organiser.getByRole("button", { name: "Clear" }).click();
  await expect(organiser).toHaveURL(/\/events$/);
  await expect(organiser.getByRole("searchbox", { name: "Search events" })).toHaveValue("");
});

test("a role without permission to create events has no button, and the API refuses it", async ({
  pageOf,
}) => {
  const viewer = await pageOf("viewer");
  await viewer.goto("/events?new=1");
  await expect(viewer.getByRole("heading", { name: "Events" })).toBeVisible();
  await expect(viewer.getByRole("button", { name: "New event" })).toHaveCount(0);
  await expect(viewer.getByRole("dialog")).toHaveCount(0);
  const headers = { "content-type": "application/json" };
  const opened = await viewer.request.post("/api/dashboard/sessions", { headers, data: {} });
  expect(opened.status()).toBe(403);
});

test("only roles with the permission close an event, once, and another organisation sees none", async ({
  event,
  pageOf,
  organiser,
  otherApi,
}) => {
  const path = `/api/dashboard/sessions/${event.session_id}/close`;
  const gate = await pageOf("gate_lead");
  expect((await gate.request.patch(path)).status()).toBe(403);
  expect((await gate.request.get(path)).status()).toBe(403);
  expect((await otherApi.get(`/v1/sessions/${event.session_id}`)).status).toBe(404);
  expect((await organiser.request.patch(path)).status()).toBe(200);
  expect((await organiser.request.patch(path)).status()).toBe(200);
  const facts = await organiser.request.get(path);
  expect(((await facts.json()) as { data: { status: string } }).data.status).toBe("closed");
});

test("an unknown event has no navigation, no commands and no shortcuts of an event", async ({
  organiser,
}) => {
  await organiser.goto("/events/ses_01m7wja30291e5wma656tpsg5t");
  await expect(organiser.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  const main = organiser.getByRole("navigation", { name: "Main" }).filter({ visible: true });
  await expect(main.getByRole("link", { name: "Events" })).toBeVisible();
  for (const name of ["Live", "Terminals", "Webhooks"])
    await expect(main.getByRole("link", { name })).toHaveCount(0);
  await expect(organiser.getByRole("button", { name: /Switch event/ })).toHaveCount(0);
  await organiser.keyboard.press("Control+k");
  await organiser.getByRole("combobox").fill("terminals");
  await expect(organiser.getByRole("option", { name: /^Terminals/ })).toHaveCount(0);
});
