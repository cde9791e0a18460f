// Guarantee: members change an event's details, duplicate events and archive test events; others see it without a reload.
import { randomBytes } from "node:crypto";
import { expect, test } from "./fixtures";

const newName = () => `Jazz ${randomBytes(5).toString("hex")}`;
const pathOf = (event: { session_id: string }, rest: string) =>
  `/api/dashboard/sessions/${event.session_id}/${rest}`;

test("a change of name, venue and end is shown to others on open pages at once, and audited", async ({
  organiser,
  pageOf,
  openEvent,
}) => {
  const event = await openEvent({ name: newName() });
  const name = newName();
  const viewer = await pageOf("viewer");
  await viewer.goto(`/events/${event.session_id}`);
  await expect(viewer.getByRole("heading", { name: event.name, level: 1 })).toBeVisible();
  const details = await (await pageOf("gate_lead")).context().newPage();
  await details.goto(`/events/${event.session_id}/details`);
  await expect(details.getByRole("term").filter({ hasText: "Reference" })).toBeVisible();
  await expect(details.getByRole("textbox")).toHaveCount(0);

  await organiser.goto(`/events/${event.session_id}/details`);
  const field = organiser.getByRole("textbox", { name: "Event name" });
  await expect(field).toHaveValue(event.name ?? "");
  await expect(field).toHaveAccessibleDescription(
    `The account keeps the name that payers see: SANDBOX / ${event.name}`,
  );
  const save = organiser.getByRole("button", { name: "Save changes" });
  await expect(save).toBeDisabled();
  await field.fill(name);
  await organiser.getByRole("textbox", { name: "Venue" }).fill("Mapo Hall, Ibadan");
  await organiser.getByRole("textbox", { name: "Ends" }).fill("23 Nov 2032, 5 pm");
  await organiser.keyboard.press("Enter");
  await expect(organiser.getByText("The details are saved.").first()).toBeVisible();
  await expect(save).toBeDisabled();

  await expect(viewer.getByRole("heading", { name, level: 1 })).toBeVisible();
  await expect(viewer.getByRole("main").getByText("Mapo Hall, Ibadan").first()).toBeVisible();
  await expect(details.getByRole("definition").filter({ hasText: name })).toBeVisible();
  const audit = await (await organiser.request.get("/api/dashboard/audit?limit=20")).text();
  expect(audit).toContain("changed_event");
  expect(audit).toContain(name);
});

test("errors are at their fields, the first gets the focus, and nothing is saved", async ({
  organiser,
  event,
}) => {
  await organiser.goto(`/events/${event.session_id}/details`);
  const [name, ends] = [
    organiser.getByRole("textbox", { name: "Event name" }),
    organiser.getByRole("textbox", { name: "Ends" }),
  ];
  await ends.fill("1 Jan 2020, 10:00");
  await organiser.getByRole("button", { name: "Save changes" }).click();
  await expect(ends).toBeFocused();
  await expect(ends).toHaveAccessibleDescription("The end must come after the start.");
  await organiser.getByRole("button", { name: "Discard" }).click();
  await name.fill("   ");
  await organiser.getByRole("button", { name: "Save changes" }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription("Event name: type 1 to 200 characters.");
  await organiser.reload();
  await expect(name).toHaveValue(event.name ?? "");
});

test("a closed event keeps its times, and its name can be corrected", async ({ organiser, event, api }) => {
  await api.patch(`/v1/sessions/${event.session_id}/close`);
  await organiser.goto(`/events/${event.session_id}/details`);
  await expect(organiser.getByText("its times stay as they are")).toBeVisible();
  await expect(organiser.getByRole("textbox", { name: "Starts" })).toHaveCount(0);
  const refused = await organiser.request.patch(pathOf(event, "details"), {
    data: { ends_at: "2032-11-23T17:00" },
  });
  expect(refused.status()).toBe(409);
  const name = newName();
  await organiser.getByRole("textbox", { name: "Event name" }).fill(name);
  await organiser.getByRole("button", { name: "Save changes" }).click();
  await expect(organiser.getByText("The details are saved.").first()).toBeVisible();
  const session = await api.get(`/v1/sessions/${event.session_id}`);
  expect(session.json()).toMatchObject({ data: { name, collection_account: event.collection_account } });
});

test("a duplicate has the name, venue, terminals and length of its original, and needs new times", async ({
  organiser,
  openEvent,
}) => {
  const event = await openEvent({
    ...{ name: newName(), starts_at: "2026-12-12T18:00", ends_at: "2026-12-13T01:30" },
    collection: { account: true, pos: true, pos_count: 3 },
  });
  await organiser.request.patch(pathOf(event, "details"), { data: { venue: "Mapo Hall" } });
  await organiser.goto(`/events/${event.session_id}/details`);
  await organiser.getByRole("link", { name: "Duplicate event" }).click();
  const form = organiser.getByRole("dialog", { name: "Duplicate event" });
  await expect(form.getByRole("textbox", { name: "Event name" })).toHaveValue(event.name ?? "");
  await expect(form.getByRole("textbox", { name: "Venue" })).toHaveValue("Mapo Hall");
  await expect(form.getByRole("textbox", { name: "How many terminals" })).toHaveValue("3");
  const [starts, ends] = [
    form.getByRole("textbox", { name: "Starts" }),
    form.getByRole("textbox", { name: "Ends" }),
  ];
  await expect(starts).toHaveValue("");
  await form.getByRole("button", { name: "Create event" }).click();
  await expect(starts).toBeFocused();
  await expect(starts).toHaveAccessibleDescription("Starts: type a date and a time of the new event.");
  await starts.fill("23 Nov 2032, 18:00");
  await starts.press("Tab");
  await expect(ends).toHaveValue("24 Nov 2032, 01:30");
  await form.getByRole("button", { name: "Create event" }).click();
  await expect(organiser).toHaveURL(/\/events\/ses_/);
  await expect(organiser).not.toHaveURL(new RegExp(event.session_id));
  await expect(organiser.getByRole("heading", { name: event.name, level: 1 })).toBeVisible();
});

test("an archived test event is only under Archived, and can be restored", async ({
  organiser,
  openEvent,
}) => {
  const event = await openEvent({ name: newName() });
  await organiser.goto(`/events/${event.session_id}/details`);
  await organiser.getByRole("button", { name: "Archive event" }).press("Enter");
  await expect(organiser.getByRole("button", { name: "Restore event" })).toBeFocused();
  const search = `/events?q=${encodeURIComponent(event.name ?? "")}`;
  await organiser.goto(search);
  await expect(organiser.getByText("No results")).toBeVisible();
  await organiser
    .getByRole("navigation", { name: "Events by state" })
    .getByRole("link", { name: /Archived/ })
    .click();
  await organiser.getByRole("link", { name: event.name }).first().click();
  await organiser.goto(`/events/${event.session_id}/details`);
  await organiser.getByRole("button", { name: "Restore event" }).click();
  await expect(organiser.getByRole("button", { name: "Archive event" })).toBeVisible();
  await organiser.goto(search);
  await expect(organiser.getByRole("link", { name: event.name }).first()).toBeVisible();
});

test("roles without the permission see the details, and change nothing", async ({ pageOf, event }) => {
  for (const role of ["finance", "gate_lead", "viewer"] as const) {
    const page = await pageOf(role);
    await page.goto(`/events/${event.session_id}/details`);
    await expect(
      page
        .getByRole("definition")
        .filter({ hasText: event.name ?? "none" })
        .first(),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: /Save|Archive/ })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Duplicate event" })).toHaveCount(0);
    for (const [method, rest, data] of [
      ["PATCH", "details", { name: "Theirs" }],
      ["PUT", "archive", { is_archived: true }],
    ] as const)
      expect((await page.request.fetch(pathOf(event, rest), { method, data })).status()).toBe(403);
  }
});
