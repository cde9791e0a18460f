/** Guarantee: a request that fails is shown as failed, with its cause, at the field it concerns, and can be repeated. */
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectLive, open } from "./pages";

type Answer = "unreachable" | { status: number; errors?: { pointer: string; detail: string }[] };

/** Answers the dashboard's requests to a path so, until the returned function is called. */
async function answer(page: Page, path: RegExp, given: Answer): Promise<() => Promise<void>> {
  const json = { code: "internal", detail: "The request failed.", request_id: "req_failed", errors: [] };
  await page.route(path, (route) =>
    given === "unreachable"
      ? route.abort()
      : route.fulfill({ status: given.status, json: { ...json, ...given } }),
  );
  return () => page.unroute(path);
}

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" });

test("payments whose filter failed are not replaced by all payments", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { senderName: "CHINEDU OKONKWO" });
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  const restore = await answer(organiser, /\/payments\?q=/, { status: 500 });
  await organiser.keyboard.press("/");
  await organiser.keyboard.type("okonk");
  await expect(organiser.getByRole("row", { name: /Chinedu Okonkwo/ })).toBeVisible();
  await expect(organiser.getByRole("table", { name: "Payments" })).toHaveAttribute("aria-busy", "true");
  const panel = organiser.getByRole("region", { name: "Payments" });
  await expect(panel.getByRole("alert")).toContainText("The payments did not load");
  await expect(panel.getByRole("alert")).toContainText("The fault is on our side.");
  await restore();
  await tryAgain(organiser).click();
  await expect(panel).toContainText("1 of 1");
});

test("without a connection the cause is the connection", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { senderName: "AISHA BELLO" });
  await open(organiser, `/events/${event.session_id}`);
  await expectLive(organiser);
  const restore = await answer(organiser, /\/payments\/txn_/, "unreachable");
  await organiser.getByRole("button", { name: "Aisha Bello", exact: true }).click();
  const drawer = organiser.getByRole("dialog", { name: "Payment" });
  await expect(drawer).toContainText("The service could not be reached. Check the connection.");
  await restore();
  await tryAgain(organiser).click();
  await expect(drawer).toContainText("What happened");
});
