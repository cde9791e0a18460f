// Guarantee: an owner or finance member attaches an account that the organisation's bank lists to an open live event.
import type { Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { expect } from "./fixtures";
import { ADDRESS, connect, send, test } from "./live-deployment";

const LIST = "GET /dedicated_account";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Attach an account" });
const openDialog = async (page: Page) => {
  await page.getByRole("button", { name: "Attach an account" }).click();
  return dialogOf(page);
};

test("an account of the bank's list is attached, also after the bank failed and another event took one", async ({
  live: { bank, openEvent, pageOf },
}) => {
  test.setTimeout(180_000);
  const owner = await pageOf("owner");
  const [event, other] = [await openEvent("Afro Nation"), await openEvent("Blues")];
  await owner.goto(`${ADDRESS}/events/${event.session_id}`);
  await expect(owner.getByText("This event has no account for transfers")).toBeVisible();
  const dialog = await openDialog(owner);
  await expect(dialog.getByText("Your organisation has no bank connection")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const connectionId = await connect(owner);
  bank.fail(LIST, { status: 401, body: { status: false, message: "Invalid key" } });
  const finance = await pageOf("finance");
  await finance.goto(`${ADDRESS}/events/${event.session_id}`);
  await openDialog(finance);
  const choices = dialogOf(finance);
  await expect(choices.getByRole("alert")).toContainText("The bank refused the credentials");
  await choices.getByRole("button", { name: "Try again" }).click();
  await expect(choices.getByText("The bank lists no accounts")).toBeVisible();
  await choices.getByRole("button", { name: "Cancel" }).click();

  const [closed, taken, wanted] = ["Closed", "Taken", "Wanted"].map((name) =>
    bank.openAccount(name, "Account"),
  );
  if (!closed || !taken || !wanted) throw new Error("The bank opened no accounts");
  closed.isAssigned = false;
  const account = { connection_id: connectionId, account_number: taken.number };
  await openDialog(finance);
  await expect(choices.getByRole("radio")).toHaveCount(3);
  await expect(choices.getByRole("radio", { name: /Closed at the bank/ })).toBeDisabled();
  await expect(choices.getByRole("button", { name: "Attach account" })).toBeDisabled();
  expect((await send(owner, `/api/dashboard/sessions/${other.session_id}/account`, account)).status).toBe(
    201,
  );
  await choices.getByRole("radio", { name: /TAKEN/ }).check();
  await choices.getByRole("button", { name: "Attach account" }).click();
  await expect(choices.getByRole("alert")).toContainText("serves another open event");

  await choices.getByRole("searchbox", { name: "Search accounts" }).fill("wanted");
  await expect(choices.getByRole("radio")).toHaveCount(1);
  await finance.keyboard.press("Tab");
  await finance.keyboard.press("Space");
  await expect(choices.getByRole("radio", { name: /WANTED/ })).toBeChecked();
  await finance.keyboard.press("Enter");
  await expect(dialogOf(finance)).toBeHidden();
  await expect(finance.getByText("The account is attached.").first()).toBeVisible();
  await expect(finance.getByRole("button", { name: "Attach an account" })).toBeHidden();
  await expect(finance.getByText(wanted.number.replace(/^(\d{4})(\d{3})/, "$1 $2 ")).first()).toBeVisible();
});

test("the dialog fits a phone of 320 px, is accessible in both themes, and says which accounts are in use", async ({
  live: { bank, openEvent, pageOf },
}) => {
  test.setTimeout(180_000);
  const owner = await pageOf("owner");
  const connectionId = await connect(owner);
  const [event, other] = [await openEvent("Afro Nation"), await openEvent("Blues")];
  const taken = bank.openAccount("Taken");
  for (let nth = 0; nth < 55; nth++) bank.openAccount(`Account ${nth} with a rather long name of a merchant`);
  bank.openAccount("Zanzibar");
  const account = { connection_id: connectionId, account_number: taken.number };
  await send(owner, `/api/dashboard/sessions/${other.session_id}/account`, account);
  await owner.setViewportSize({ width: 320, height: 640 });
  await owner.goto(`${ADDRESS}/events/${event.session_id}`);
  for (const colorScheme of ["light", "dark"] as const) {
    await owner.emulateMedia({ colorScheme });
    const dialog = await openDialog(owner);
    await expect(dialog.getByRole("radio", { name: /In use by Blues/ })).toBeDisabled();
    await expect(dialog.getByRole("radio")).toHaveCount(50);
    expect(await findViolations(owner)).toEqual([]);
    const widths = await owner.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
    await owner.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  }
  const dialog = await openDialog(owner);
  await dialog.getByRole("button", { name: "Show more" }).click();
  await expect(dialog.getByRole("radio")).toHaveCount(57);
  await owner.keyboard.press("Escape");
  await openDialog(owner);
  await dialog.getByRole("searchbox").fill("zanzibar");
  await expect(dialog.getByRole("radio")).toHaveCount(1);
});

test("operations members see that there is no account, and can attach none", async ({
  live: { bank, openEvent, pageOf },
}) => {
  test.setTimeout(180_000);
  const connectionId = await connect(await pageOf("owner"));
  const event = await openEvent("Afro Nation");
  const { number } = bank.openAccount("Wanted");
  const page = await pageOf("operations");
  await page.goto(`${ADDRESS}/events/${event.session_id}`);
  await expect(page.getByText("No account", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Attach an account" })).toBeHidden();
  const body = { connection_id: connectionId, account_number: number };
  const answer = await send(page, `/api/dashboard/sessions/${event.session_id}/account`, body);
  expect(answer.status).toBe(403);
});
