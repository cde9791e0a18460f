// Guarantee: the command menu finds a payment of any event by payer, amount or reference, and opens it.
import { findViolations } from "./accessibility";
import { test as base, createPlatform, expect } from "./fixtures";
import { open } from "./pages";

const test = base.extend({
  // An organisation of this file alone: the menu also finds other files' events.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  platform: [async ({}, use) => use(await createPlatform()), { scope: "worker" }],
});

test("a payment of another event is found from any page by keyboard, and opens", async ({
  organiser,
  openEvent,
  pay,
}) => {
  const [first, second] = [
    await openEvent({ name: "Lekki Jazz" }),
    await openEvent({ name: "Ikeja Comedy" }),
  ];
  await pay.transfer(first, { senderName: "ZULAI ADEWALE", amount: 4_321_099n, narration: "TABLE 9" });
  await pay.transfer(second, { senderName: "ZULAI ADEWALE", amount: 100_000n });
  await open(organiser, "/settings");
  await organiser.keyboard.press("Control+k");
  const field = organiser.getByRole("combobox", { name: "Search or run a command" });
  // Ids, by which events are found too, contain no "u".
  await field.fill("zu");
  await expect(organiser.getByText("No results")).toBeVisible();
  await field.fill("zulai");
  const payments = organiser.getByRole("group", { name: "Payments" });
  const options = payments.getByRole("option", { name: /^Zulai Adewale/ });
  await expect(options).toHaveCount(2);
  await expect(options.first()).toContainText("Ikeja Comedy");
  await expect(options.first()).toContainText("₦1,000.00");
  await expect(options.last()).toContainText("Lekki Jazz · TABLE 9");
  await expect(options.last()).toContainText(/\d\d:\d\d/);
  expect(await findViolations(organiser)).toEqual([]);
  await field.fill("43,210.99");
  await expect(options).toHaveCount(1);
  await organiser.keyboard.press("Enter");
  await expect(organiser).toHaveURL(new RegExp(`/events/${first.session_id}\\?payment=txn_`));
  const drawer = organiser.getByRole("dialog", { name: "Payment" });
  await expect(drawer).toContainText("Zulai Adewale");
  await expect(drawer).toContainText("TABLE 9");
});

test("a search that fails says so, and commands are found all the same", async ({ organiser }) => {
  await organiser.route("**/api/dashboard/payments?*", (route) => route.fulfill({ status: 503, body: "" }));
  await open(organiser, "/events");
  await organiser.keyboard.press("Control+k");
  await organiser.getByRole("combobox", { name: "Search or run a command" }).fill("settings");
  await expect(organiser.getByText("The payments could not be searched.")).toBeVisible({ timeout: 30_000 });
  await expect(organiser.getByRole("option", { name: /^Settings/ })).toBeVisible();
});
