import { randomBytes } from "node:crypto";
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
  await expect(form.getByRole("textbox", { name: "Webhook address" })).toHaveAccessibleDescription(
    /^Webhook address must /,
  );
  await expect(form.getByRole("textbox", { name: "How many terminals" })).toHaveAccessibleDescription(
    "Terminals: type a whole number from 1 to 50.",
  );
  await expect(form.getByRole("textbox", { name: "Venue" })).toHaveValue("Ikeja");
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
  await organiser.getByRole("searchbox", { name: "Search events" }).fill("no such event at all");
  await expect(organiser.getByText("No event found")).toBeVisible();
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
  rivalApi,
}) => {
  const path = `/api/dashboard/sessions/${event.session_id}/close`;
  const gate = await pageOf("gate_lead");
  expect((await gate.request.patch(path)).status()).toBe(403);
  expect((await gate.request.get(path)).status()).toBe(403);
  expect((await rivalApi.get(`/v1/sessions/${event.session_id}`)).status).toBe(404);
  expect((await organiser.request.patch(path)).status()).toBe(200);
  expect((await organiser.request.patch(path)).status()).toBe(200);
  const facts = await organiser.request.get(path);
  expect(((await facts.json()) as { data: { status: string } }).data.status).toBe("closed");
});
