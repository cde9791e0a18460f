// Guarantee: events are compared side by side as chosen, the address keeps the choice, and the file has the same figures.
import { readFileSync } from "node:fs";
import { findViolations } from "./accessibility";
import { expect, test } from "./fixtures";
import { open } from "./pages";

test("events are chosen, compared by hour and channel, and exported", async ({
  organiser,
  openEvent,
  pay,
}) => {
  const [jazz, comedy] = [await openEvent({ name: "Lekki Jazz" }), await openEvent({ name: "Ikeja Comedy" })];
  await pay.transfer(jazz, { amount: 1_000_000n });
  await pay.tap(jazz, { amount: 250_050n });
  await pay.transfer(comedy, { amount: 500_000n });
  await open(organiser, "/events");
  await organiser.getByRole("link", { name: "Compare" }).click();
  await expect(organiser.getByText("No events chosen")).toBeVisible();
  await organiser.getByRole("button", { name: "Events" }).click();
  for (const name of ["Lekki Jazz", "Ikeja Comedy"])
    await organiser.getByRole("checkbox", { name }).first().check();
  await organiser.keyboard.press("Escape");
  await expect(organiser).toHaveURL(new RegExp(`events=${jazz.session_id}%2C${comedy.session_id}`));
  const table = organiser.getByRole("table", { name: "Comparison" });
  const total = table.getByRole("row", { name: /^Total/ });
  await expect(total.getByRole("cell").first()).toContainText("₦12,500.50");
  await expect(total.getByRole("cell").last()).toContainText("₦5,000.00");
  for (const name of [/^Lekki Jazz.*Active/, /^Ikeja Comedy.*Active/])
    await expect(table.getByRole("columnheader", { name })).toBeVisible();
  await organiser.getByRole("radio", { name: "Channel" }).check({ force: true });
  const pos = table.getByRole("row", { name: /^POS/ });
  await expect(pos.getByRole("cell").first()).toContainText("₦2,500.50");
  await expect(pos.getByRole("cell").last()).toContainText("No payments");
  expect(await findViolations(organiser)).toEqual([]);
  const [download] = await Promise.all([
    organiser.waitForEvent("download"),
    organiser.getByRole("link", { name: "Export" }).click(),
  ]);
  const lines = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(lines.at(-1)).toBe("Total,12500.50,2,5000.00,1");
  await organiser.reload();
  await expect(pos.getByRole("cell").first()).toContainText("₦2,500.50");
});
