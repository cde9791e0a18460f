// Guarantee: operators are added, and unassigned payments are assigned to operators, by roles with the permission.
import { expect, expectData, type SessionData, test } from "./fixtures";

const operatorsOf = ({ session_id }: SessionData) => `/events/${session_id}/operators`;

test("an operator with a free-text role is added and takes a terminal over", async ({
  organiser,
  event,
  pay,
}) => {
  await organiser.goto(operatorsOf(event));
  await organiser.getByRole("button", { name: "Add operator" }).first().click();
  const asked = organiser.getByRole("dialog", { name: "Add operator" });
  await asked.getByRole("button", { name: "Add operator" }).click();
  await expect(asked).toContainText("Enter a name.");
  await asked.getByLabel("Full name").fill("Ọmọ́lará Fáladé");
  await asked.getByLabel("Phone").fill("0810 442 9317");
  await asked.getByRole("button", { name: "Other" }).click();
  await asked.getByLabel("Their role").fill("Token seller");
  await asked.getByLabel("Terminal").selectOption({ label: "Terminal 1" });
  await asked.getByRole("button", { name: "Add operator" }).click();
  const row = organiser.getByRole("row", { name: /Ọmọ́lará Fáladé/ });
  await expect(row).toContainText("Token seller");
  await expect(row).toContainText("Terminal 1");
  // Banks report whole seconds: within the second of the hand-over the payment would count as before it.
  await pay.tap(event, { amount: 350_000n, paidAt: new Date(Date.now() + 1_000) });
  await expect(row).toContainText("₦3,500.00");
});

test("the setup steps of an event lead to the form for its first operator", async ({
  organiser,
  pageOf,
  event,
}) => {
  await organiser.goto(`/events/${event.session_id}`);
  const steps = organiser.getByRole("region", { name: "Before doors open" });
  await expect(steps.getByRole("link", { name: "Send a payment" })).toHaveAttribute(
    "href",
    "/developers/test",
  );
  await steps.getByRole("link", { name: "Add operator" }).click();
  const asked = organiser.getByRole("dialog", { name: "Add operator" });
  await asked.getByLabel("Full name").fill("Ada Obi");
  await asked.getByRole("button", { name: "Add operator" }).click();
  await expect(asked).toBeHidden();
  await expect(organiser.getByRole("row", { name: /Ada Obi/ })).toBeVisible();

  const viewer = await pageOf("viewer");
  await viewer.goto(`/events/${event.session_id}`);
  await expect(viewer.getByRole("region", { name: "Before doors open" }).getByRole("link")).toHaveText([
    "Terminals",
  ]);
  await viewer.goto(`${operatorsOf(event)}?add=1`);
  await expect(viewer.getByRole("row", { name: /Ada Obi/ })).toBeVisible();
  await expect(viewer.getByRole("dialog")).toBeHidden();
});

test("unassigned transfers are selected together and assigned to one operator", async ({
  organiser,
  event,
  api,
  pay,
}) => {
  expectData(await api.post(`/v1/sessions/${event.session_id}/operators`, { name: "Tunde Bakare" }), 201);
  for (const amount of [100_000n, 200_000n, 300_000n]) await pay.transfer(event, { amount });
  await organiser.goto(operatorsOf(event));
  const sums = organiser.getByRole("region", { name: "Operators together" });
  await expect(sums).toContainText("3 transfers");
  await sums.getByRole("button", { name: "Assign" }).click();
  const drawer = organiser.getByRole("dialog", { name: "Unassigned" });
  await drawer.getByRole("checkbox", { name: "All 3 shown" }).check();
  await drawer.getByLabel(/₦1,000\.00/).uncheck();
  await expect(drawer.getByText("2 payments chosen")).toBeVisible();
  await drawer.getByLabel("Who took them").selectOption({ label: "Tunde Bakare" });
  await drawer.getByRole("button", { name: "Assign" }).click();
  await expect(organiser.getByRole("row", { name: /Tunde Bakare/ })).toContainText("₦5,000.00");
  await expect(drawer.getByRole("list", { name: "Unassigned payments" }).getByRole("listitem")).toHaveCount(
    1,
  );
});

test("an operator's payments open beside the leaderboard, and Esc returns the focus to the row", async ({
  organiser,
  event,
  api,
}) => {
  expectData(await api.post(`/v1/sessions/${event.session_id}/operators`, { name: "Funke Adeyemi" }), 201);
  await organiser.goto(operatorsOf(event));
  const opener = organiser.getByRole("button", { name: "Funke Adeyemi" });
  await opener.focus();
  await organiser.keyboard.press("Enter");
  const drawer = organiser.getByRole("dialog", { name: "Funke Adeyemi" });
  await expect(drawer).toContainText("No payments yet.");
  await expect(drawer).toBeFocused();
  await organiser.keyboard.press("Escape");
  await expect(opener).toBeFocused();
});

test("a viewer can neither add, hand over nor assign, on the page and through the API", async ({
  pageOf,
  event,
  api,
}) => {
  const sessionId = event.session_id;
  const { id } = expectData<{ id: string }>(
    await api.post(`/v1/sessions/${sessionId}/operators`, { name: "Kemi Alabi" }),
    201,
  );
  const page = await pageOf("viewer");
  await page.goto(`${operatorsOf(event)}?operator=${id}`);
  await expect(page.getByRole("dialog", { name: "Kemi Alabi" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add operator" })).toBeHidden();
  const base = `/api/dashboard/sessions/${sessionId}`;
  const answers = [
    await page.request.post(`${base}/operators`, { data: { name: "Mine" } }),
    await page.request.put(`${base}/terminals/${event.pos_terminals[0]?.terminal_id}/operator`, {
      data: { operator_id: id },
    }),
    await page.request.put(`${base}/payments/operator`, { data: { operator_id: id, matching: {} } }),
  ];
  expect(answers.map((answer) => answer.status())).toEqual([403, 403, 403]);
});
