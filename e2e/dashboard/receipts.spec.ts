// Guarantee: only a received payment has a receipt, and only it is shown as paid.
import type { Page } from "@playwright/test";
import { expect, type SessionData, test } from "./fixtures";

async function openPayment(page: Page, event: SessionData, payer: string) {
  await page.goto(`/events/${event.session_id}?q=${encodeURIComponent(payer)}`);
  await page.getByRole("button", { name: payer, exact: true }).click();
  const drawer = page.getByRole("dialog", { name: "Payment" });
  await expect(drawer).toContainText("What happened");
  const id = new URL(page.url()).searchParams.get("payment") ?? "";
  return { drawer, receipt: `/events/${event.session_id}/print/${id}` };
}

test("a received payment has a receipt with its time of payment", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { senderName: "ADAEZE NWOSU", amount: 1_250_050n });
  const { drawer, receipt } = await openPayment(organiser, event, "Adaeze Nwosu");
  await expect(drawer.getByRole("term").filter({ hasText: /^Paid$/ })).toBeVisible();
  await expect(drawer).toContainText("Reached the bank");
  await expect(drawer.getByRole("link", { name: "Receipt" })).toHaveAttribute("href", receipt);
  await organiser.goto(receipt);
  await expect(organiser.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(organiser.getByText("₦12,500.50")).toBeVisible();
  await expect(organiser.getByText("Received")).toBeVisible();
});

for (const [status, label, why] of [
  ["failed", "Attempted", "It failed: no money was received."],
  ["pending", "Pending since", "It is pending"],
] as const) {
  test(`a ${status} payment has no receipt, in its drawer or in print, and is not shown as paid`, async ({
    organiser,
    event,
    pay,
  }) => {
    const provider = status === "pending" ? "lenco" : "monnify";
    await pay.transfer(event, { senderName: "MUSA SALAMI", status, provider });
    const { drawer, receipt } = await openPayment(organiser, event, "Musa Salami");
    await expect(drawer.getByRole("button", { name: "Copy link" })).toBeVisible();
    await expect(drawer.getByRole("link", { name: "Receipt" })).toHaveCount(0);
    await expect(drawer.getByRole("term").filter({ hasText: new RegExp(`^${label}$`) })).toBeVisible();
    await expect(drawer.getByRole("term").filter({ hasText: /^Paid$/ })).toHaveCount(0);
    await expect(drawer).not.toContainText("Reached the bank");
    await organiser.goto(receipt);
    await expect(organiser.getByRole("heading", { name: "This payment has no receipt" })).toBeVisible();
    await expect(organiser.getByText(why)).toBeVisible();
    await expect(organiser.getByRole("button", { name: "Print" })).toHaveCount(0);
  });
}
