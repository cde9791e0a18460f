// Guarantee: a closed event offers no action that no longer works, on any screen, and keeps its history.
import { devices, type Page } from "@playwright/test";
import { newKey } from "../bank-samples";
import { test as base, expect, expectData, type SessionData, signIn } from "./fixtures";
import { expectLive } from "./pages";

interface Ended {
  event: SessionData;
  operatorId: string;
}

const test = base.extend<{ ended: Ended }>({
  /** An event with an operator on a terminal, a device and a shared wallboard, closed by its platform. */
  ended: async ({ openEvent, api, organiser, pay }, use) => {
    const event = await openEvent({ name: `Closed ${newKey()}` });
    const { session_id: sessionId } = event;
    const [terminal] = event.pos_terminals.map(({ terminal_id }) => terminal_id);
    const person = await api.post(`/v1/sessions/${sessionId}/operators`, {
      name: "Ngozi Eze",
      phone: "0802",
    });
    const { id: operatorId } = expectData<{ id: string }>(person, 201);
    const path = `/api/dashboard/sessions/${sessionId}`;
    const since = new Date(Date.now() - 3_600_000).toISOString();
    for (const [where, data] of [
      [`terminals/${terminal}/device`, { device: newKey() }],
      ["wallboard", {}],
    ] as const)
      expect((await organiser.request.post(`${path}/${where}`, { data })).status()).toBe(201);
    const onIt = await organiser.request.put(`${path}/terminals/${terminal}/operator`, {
      data: { operator_id: operatorId, since },
    });
    expect(onIt.status()).toBe(200);
    await pay.tap(event, { amount: 1_250_050n, senderName: "ADAEZE NWOSU" });
    expectData(await api.patch(`/v1/sessions/${sessionId}/close`));
    await use({ event, operatorId });
  },
});

const offered = (page: Page, name: RegExp) =>
  page.getByRole("button", { name }).or(page.getByRole("link", { name }));

test("the overview of a closed event has no account to copy, no close action and no new link", async ({
  organiser,
  ended: { event },
}) => {
  await organiser.goto(`/events/${event.session_id}`);
  await expect(organiser.getByText("No further payments are accepted.")).toBeVisible();
  await expect(organiser.getByText(/^Was paid into/)).toBeVisible();
  await expect(organiser.getByRole("link", { name: "Event report" })).toHaveAttribute("href", /\/print$/);
  for (const name of [/Copy account number/, /Close event/, /More of this event/, /^Pause$/])
    await expect(offered(organiser, name)).toHaveCount(0);
  await expect(organiser.getByRole("region", { name: "Final total" })).toContainText("₦12,500.50");
  await expect(organiser.getByRole("button", { name: "Wallboard" })).toHaveCount(0);
});

test("a closed event has no operators on shift, and none can be assigned to a terminal", async ({
  organiser,
  ended: { event, operatorId },
}) => {
  await organiser.goto(`/events/${event.session_id}/operators?operator=${operatorId}`);
  const sums = organiser.getByRole("region", { name: "Operators together" });
  await expect(sums).toContainText("0 of 1");
  const drawer = organiser.getByRole("dialog", { name: "Ngozi Eze" });
  await expect(drawer).toContainText("₦12,500.50");
  await expect(drawer).toContainText("Off shift");
  await expect(drawer.getByText("On shift", { exact: true })).toHaveCount(0);
  await expect(drawer.getByRole("button", { name: /Hand over/ })).toHaveCount(0);
  await expect(drawer).toBeFocused();
  await organiser.keyboard.press("Escape");
  await organiser.getByRole("button", { name: "Add operator" }).click();
  const asked = organiser.getByRole("dialog", { name: "Add operator" });
  await expect(asked.getByLabel("Full name")).toBeVisible();
  await expect(asked.getByLabel("Terminal")).toHaveCount(0);
});

test("a terminal of a closed event is neither active nor inactive, and gets no device and no operator", async ({
  organiser,
  ended: { event },
}) => {
  const [taken] = event.pos_terminals;
  await organiser.goto(`/events/${event.session_id}/terminals?view=grid`);
  const states = organiser.getByRole("radiogroup", { name: "Which terminals" });
  await expect(states.getByRole("radio", { name: /Took payments/ })).toBeVisible();
  await expect(states.getByRole("radio", { name: /Taking|Silent/ })).toHaveCount(0);
  await expect(organiser.getByText("Busiest right now")).toHaveCount(0);
  await expect(organiser.getByRole("listitem").filter({ hasText: "No operator" })).toHaveCount(2);
  await organiser.goto(`/events/${event.session_id}/terminals?terminal=${taken?.terminal_id}`);
  const drawer = organiser.getByRole("dialog", { name: "Terminal 1" });
  await expect(drawer).toContainText("No operator: the event is closed.");
  await expect(drawer.getByText("1 earlier shift")).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Unpair" })).toBeVisible();
  for (const name of [/Pair a device/, /Replace/, /Hand over/, /Assign an operator/])
    await expect(drawer.getByRole("button", { name })).toHaveCount(0);
});

test("the wallboard of a closed event shows its final figures and nothing live", async ({
  organiser,
  ended: { event },
}) => {
  await organiser.goto(`/wall/${event.session_id}`);
  await expect(organiser.getByRole("region", { name: "Final total" })).toContainText("₦12,500");
  const panel = organiser.getByRole("region", { name: "Payments per minute" });
  await expect(panel).toContainText(/from \d\d:\d\d to \d\d:\d\d/);
  await expect(panel.getByText("now")).toHaveCount(0);
  await expect(organiser.getByText(/in 5 min/)).toHaveCount(0);
});

test("a closed event takes no test payment, and the pages about money say that it is closed", async ({
  organiser,
  openEvent,
  ended: { event },
}) => {
  const other = await openEvent({ name: `Open ${newKey()}` });
  await organiser.goto("/developers/test");
  const events = organiser.getByLabel("Event", { exact: true });
  await expect(events.getByRole("option", { name: other.name })).toBeAttached();
  await expect(events.getByRole("option", { name: event.name })).toHaveCount(0);
  for (const page of ["reconciliation", "settlement", "webhooks"]) {
    await organiser.goto(`/events/${event.session_id}/${page}`);
    await expect(organiser.getByRole("main").getByText("Closed", { exact: true })).toBeVisible();
  }
});

test("the API refuses every action that a closed event no longer offers", async ({
  organiser,
  ended: { event, operatorId },
}) => {
  const path = `/api/dashboard/sessions/${event.session_id}`;
  const terminal = `${path}/terminals/${event.pos_terminals[1]?.terminal_id}`;
  const answers = [
    await organiser.request.put(`${terminal}/operator`, { data: { operator_id: operatorId } }),
    await organiser.request.post(`${terminal}/device`, { data: { device: newKey() } }),
    await organiser.request.put(`${terminal}/device`, { data: { device: newKey() } }),
    await organiser.request.post(`${path}/wallboard`),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([409, 409, 409, 409]);
});

test("an open page removes unavailable actions when its event is closed elsewhere", async ({
  organiser,
  event,
  api,
  pay,
}) => {
  await pay.transfer(event);
  await organiser.goto(`/events/${event.session_id}`);
  await expectLive(organiser);
  await expect(organiser.getByRole("button", { name: "Copy account number" })).toBeVisible();
  expectData(await api.patch(`/v1/sessions/${event.session_id}/close`));
  await expect(organiser.getByText("No further payments are accepted.")).toBeVisible();
  await expect(organiser.getByText(/^Closed on /)).toBeVisible();
  for (const name of ["Copy account number", "Close event", "Wallboard"])
    await expect(organiser.getByRole("button", { name })).toHaveCount(0);
  await expect(organiser.getByRole("button", { name: /Switch event/ })).toContainText("Closed");
});

test.describe("on a phone", () => {
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices["Pixel 7"];
  test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

  test("a closed event has no menu with its account, and no hand-over", async ({
    page,
    memberOf,
    ended: { event },
  }) => {
    await signIn(page.context(), await memberOf("owner"));
    await page.goto(`/events/${event.session_id}`);
    await expect(page.getByText("No further payments are accepted.")).toBeVisible();
    await expect(page.getByRole("button", { name: "More of this event" })).toHaveCount(0);
    await expect(page.getByText(event.collection_account?.account_number ?? "none")).toHaveCount(0);
    await page.goto(`/events/${event.session_id}/terminals`);
    await expect(page.getByRole("list", { name: "Terminals" })).toContainText("No operator");
    await expect(page.getByRole("button", { name: /Hand over|Call/ })).toHaveCount(0);
  });
});
