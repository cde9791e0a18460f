// Guarantee: no stored time of payment breaks a page, stream or file.
import { storePaidAt } from "../db-queries";
import { expect, test } from "./fixtures";
import { expectLive, open } from "./pages";

for (const paidAt of [
  "0001-01-01T00:00:00Z",
  "1969-07-20T20:17:40Z",
  "2038-01-20T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
]) {
  test(`a payment of ${paidAt} breaks no page, no stream and no file`, async ({ organiser, event, pay }) => {
    await pay.tap(event, { senderName: "AISHA BELLO", amount: 1_250_050n });
    await storePaidAt(event.session_id, paidAt);
    const home = `/events/${event.session_id}`;
    const terminal = event.pos_terminals[0]?.terminal_id ?? "";
    expect((await open(organiser, home))?.status()).toBe(200);
    await expectLive(organiser);
    await expect(organiser.getByRole("region", { name: "Total taken" })).toContainText(
      "+₦12,500.50 in 5 min",
    );
    await expect(organiser.getByRole("region", { name: "Health" })).toContainText(/Last payment\d+ s ago/);
    await organiser.getByRole("radio", { name: /^Since/ }).check();
    for (const path of [
      `${home}/terminals?view=grid`,
      `${home}/terminals?view=list&terminal=${terminal}`,
      `${home}/operators`,
      `/wall/${event.session_id}`,
      "/events",
    ])
      expect((await open(organiser, path))?.status(), path).toBe(200);
    await organiser.goto(`${home}/terminals?terminal=${terminal}`);
    const drawer = organiser.getByRole("dialog", { name: "Terminal 1" });
    await expect(drawer.getByRole("img", { name: /took/ }).first()).toBeVisible();
    const base = `/api/dashboard/sessions/${event.session_id}`;
    for (const path of [
      `${base}/terminals`,
      `${base}/terminals/${terminal}`,
      `${base}/payments`,
      `${base}/export?format=csv`,
      `${base}/export?format=xlsx`,
      `${base}/terminals/export.csv`,
      `${base}/operators/export.csv`,
    ])
      expect((await organiser.request.get(path)).status(), path).toBe(200);
  });
}
