// Guarantee: what a change answers is shown also if the page has followed the change before the answer arrives.
import type { Page } from "@playwright/test";
import { newKey } from "../bank-samples";
import { expect, test } from "./fixtures";
import { expectLive, open } from "./pages";

/** Makes the page wait for the answer of its next request with this method and path until the returned function is called. */
async function holdAnswer(page: Page, method: string, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  return release;
}

test("the secret of an alert address that is shown before the answer comes", async ({
  organiser,
  receiver,
}) => {
  await organiser.clock.install();
  await open(organiser, "/settings/alerts");
  const release = await holdAnswer(organiser, "PUT", "**/api/dashboard/alerts/webhook");
  const card = organiser.getByRole("region", { name: "Alert address" });
  await card.getByLabel("Address").fill(receiver.url);
  await card.getByRole("button", { name: "Set" }).click();
  await organiser.clock.fastForward(15_000);
  await expect(card.getByRole("button", { name: "Send a test alert" })).toBeVisible();
  release();
  await expect(organiser.getByRole("region", { name: "New secret" }).getByRole("code")).toContainText(
    /^whsec_/,
  );
});

test("a cancelled claim that is shown as cancelled before the answer comes is closed", async ({
  organiser,
}) => {
  const serial = newKey();
  await organiser.request.post("/api/dashboard/devices/claims", { data: { serial, provider: "paystack" } });
  await organiser.clock.install();
  await open(organiser, "/settings/collection");
  const release = await holdAnswer(organiser, "DELETE", "**/api/dashboard/devices/claims/*");
  const panel = organiser.getByRole("region", { name: `Claim of ${serial}` });
  await panel.getByRole("button", { name: "Cancel claim" }).click();
  await organiser.clock.fastForward(2_500);
  await expect(panel).toContainText(`The claim of ${serial} is cancelled.`);
  release();
  await expect(panel).toBeHidden();
});

test("a refund of the whole payment that is listed before the answer comes is confirmed", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { senderName: "CHINEDU OKONKWO" });
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  await organiser.getByRole("row", { name: /okonkwo/i }).click();
  const drawer = organiser.getByRole("dialog", { name: "Payment" });
  await drawer.getByRole("button", { name: "Mark as refunded manually" }).click();
  const dialog = organiser.getByRole("dialog", { name: "Mark as refunded manually" });
  await dialog.getByLabel("Reason").fill("Cancelled");
  await dialog.getByLabel("The bank's reference of the refund").fill("FT-1");
  const release = await holdAnswer(organiser, "POST", "**/refunds/manual");
  await dialog.getByRole("button", { name: "Mark as refunded" }).click();
  await expect(dialog).toBeHidden();
  await expect(drawer.getByRole("region", { name: "Refunds" })).toContainText("Cancelled");
  release();
  await expect(organiser.getByText("The refund is stored.").first()).toBeVisible();
});
