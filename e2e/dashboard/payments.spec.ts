// Guarantee: a payment is found, opened, assigned and exported on its event's page, by pointer and by keyboard.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { findViolations } from "./accessibility";
import { expect, test } from "./fixtures";
import { expectLive, open } from "./pages";

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const payments = (page: Page) => page.getByRole("region", { name: "Payments" });

test("a new payment is listed, found by its payer, and opened with its history", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { senderName: "CHINEDU OKONKWO", amount: 8_000_000n });
  await pay.tap(event, { senderName: "AISHA BELLO", amount: 1_250_000n });
  await organiser.goto(`/events/${event.session_id}`);
  await expect(rowOf(organiser, "Aisha Bello")).toContainText("₦12,500.00");
  await pay.transfer(event, { senderName: "IFEOMA NWACHUKWU", amount: 1_500_000n });
  await expect(rowOf(organiser, "Ifeoma Nwachukwu")).toBeVisible();

  await organiser.keyboard.press("/");
  await organiser.keyboard.type("okonk");
  await expect(payments(organiser)).toContainText("1 of 3, ₦80,000.00");
  await expect(organiser).toHaveURL(/[?&]q=okonk/);
  await expect(rowOf(organiser, "Aisha Bello")).toBeHidden();

  await organiser.getByRole("button", { name: "Chinedu Okonkwo", exact: true }).click();
  const drawer = organiser.getByRole("dialog", { name: "Payment" });
  await expect(drawer).toContainText("₦80,000.00");
  await expect(drawer).toContainText("Recorded as successful");
  await expect(organiser).toHaveURL(/payment=txn_/);
  await organiser.reload();
  await expect(drawer).toContainText("Reached the bank");
  // The drawer takes the focus when it starts to listen for keys, which can be after it is first visible.
  await expect(drawer).toBeFocused();
  await organiser.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
});

test("filters are in the address: a link restores them, and Back removes the last one", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event, { senderName: "CHINEDU OKONKWO" });
  await pay.tap(event, { senderName: "AISHA BELLO" });
  await organiser.setViewportSize({ width: 1440, height: 900 });
  await organiser.goto(`/events/${event.session_id}`);
  await organiser.getByRole("button", { name: "Channel", exact: true }).click();
  await organiser.getByRole("checkbox", { name: /POS/ }).check();
  await organiser.keyboard.press("Escape");
  await expect(organiser).toHaveURL(/channel=pos/);
  await expect(rowOf(organiser, "Chinedu Okonkwo")).toBeHidden();
  await organiser.reload();
  await expect(rowOf(organiser, "Aisha Bello")).toBeVisible();
  await expect(payments(organiser)).toContainText("1 of 2");
  await organiser.goBack();
  await expect(organiser).not.toHaveURL(/channel=/);
  await expect(rowOf(organiser, "Chinedu Okonkwo")).toBeVisible();
});

test("a payment is assigned to an operator, and only by roles with the permission", async ({
  organiser,
  pageOf,
  api,
  event,
  pay,
}) => {
  await api.post(`/v1/sessions/${event.session_id}/operators`, { name: "Ngozi Eze" });
  await pay.transfer(event, { senderName: "KELECHI IWU" });
  await organiser.goto(`/events/${event.session_id}`);
  const ngozi = organiser.getByRole("menuitem", { name: "Ngozi Eze" });
  // The page's scripts replay a click that came before hydration.
  await expect(async () => {
    await organiser.getByRole("button", { name: /^Assign the payment of KELECHI IWU/ }).click();
    await expect(ngozi).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await ngozi.click();
  await expect(rowOf(organiser, "Kelechi Iwu")).toContainText("Ngozi Eze");

  const viewer = await pageOf("viewer");
  const path = `/api/dashboard/sessions/${event.session_id}`;
  const read = async () => {
    const found = await viewer.request.get(`${path}/payments`);
    const { data } = (await found.json()) as {
      data: { rows: { id: string; operator_name: string | null }[] };
    };
    return data.rows[0];
  };
  // The page shows the choice before the service has answered.
  await expect.poll(async () => (await read())?.operator_name).toBe("Ngozi Eze");
  const id = (await read())?.id;
  const refused = await Promise.all([
    viewer.request.put(`${path}/payments/operator`, {
      data: { operator_id: null, payment_ids: [id] },
    }),
    viewer.request.post(`${path}/payments/${id}/account`),
    viewer.request.get(`${path}/export?format=csv`),
  ]);
  expect(refused.map((answer) => answer.status())).toEqual([403, 403, 403]);
});

test("an export has the filtered rows, without a total row", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { senderName: "=cmd|'/c calc'!A0", amount: 500_000n });
  await pay.tap(event, { senderName: "AISHA BELLO", amount: 250_000n });
  await organiser.goto(`/events/${event.session_id}?channel=bank_transfer`);
  await expect(payments(organiser)).toContainText("1 of 2, ₦5,000.00");
  const csv = organiser.getByRole("menuitem", { name: "CSV" });
  await expectLive(organiser);
  await organiser.keyboard.press("e");
  const downloading = organiser.waitForEvent("download");
  await csv.click();
  const text = await readFile(await (await downloading).path(), "utf8");
  expect(text).toContain(`'=cmd|'/c calc'!A0`);
  expect(text).not.toContain("AISHA");
  const [titles, ...rows] = text.trim().split("\r\n");
  expect(titles).toContain("Payment time (Africa/Lagos),Payment time (UTC)");
  expect(rows).toEqual([expect.stringContaining(",successful,5000.00,NGN,")]);
});

test("filters stay on one line, the export menu is in a landmark, and the printed columns are aligned", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.tap(event);
  await organiser.setViewportSize({ width: 1440, height: 900 });
  const set =
    "?status=successful,pending,failed&channel=pos&from=2026-01-01T00:00:00.000Z&to=2027-01-01T00:00:00.000Z";
  await open(organiser, `/events/${event.session_id}${set}`);
  const pause = organiser.getByRole("button", { name: "Pause" });
  const status = organiser.getByRole("button", { name: /^Status:/ });
  const [first, last] = [await status.boundingBox(), await pause.boundingBox()];
  expect(Math.abs((first?.y ?? 0) - (last?.y ?? 99))).toBeLessThanOrEqual(4);
  await organiser.getByRole("button", { name: "Export" }).press("Enter");
  await expect(organiser.getByRole("menuitem").first()).toBeFocused();
  expect(await findViolations(organiser)).toEqual([]);
  const opening = organiser.context().waitForEvent("page");
  await organiser.getByRole("menuitem", { name: "Print summary" }).press("Enter");
  const heads = (await opening).getByRole("columnheader", { name: "Payments" });
  await expect(heads).toHaveCount(3);
  const edges = await heads.evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right));
  expect(new Set(edges).size, "one right edge in all tables").toBe(1);
});

test("rows are navigated and opened by keyboard alone", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { senderName: "CHINEDU OKONKWO" });
  await pay.transfer(event, { senderName: "AISHA BELLO" });
  await organiser.goto(`/events/${event.session_id}`);
  await expect(rowOf(organiser, "Aisha Bello")).toBeVisible();
  await expectLive(organiser);
  await organiser.keyboard.press("j");
  await expect(organiser.getByRole("button", { name: "Aisha Bello", exact: true })).toBeFocused();
  await organiser.keyboard.press("Enter");
  const drawer = organiser.getByRole("dialog", { name: "Payment" });
  await expect(drawer).toContainText("Aisha Bello");
  await expect(drawer).toBeFocused();
  await organiser.keyboard.press("j");
  await expect(drawer).toContainText("Chinedu Okonkwo");
  await organiser.keyboard.press("Escape");
  await expect(organiser.getByRole("button", { name: "Chinedu Okonkwo", exact: true })).toBeFocused();
});

test("the list freezes while the pointer is on it, shows the number of new payments, and resumes afterwards", async ({
  organiser,
  event,
  pay,
}) => {
  const heading = organiser.getByRole("heading", { name: "Afrobeats Night" });
  const pill = organiser.getByRole("button", { name: "1 new payment" });
  await pay.transfer(event, { senderName: "CHINEDU OKONKWO" });
  await organiser.goto(`/events/${event.session_id}`);
  await expectLive(organiser);
  await rowOf(organiser, "Chinedu Okonkwo").hover();
  await pay.transfer(event, { senderName: "AISHA BELLO" });
  await expect(pill).toBeVisible();
  await expect(organiser.getByText("2 payments · average")).toBeVisible();
  await expect(rowOf(organiser, "Aisha Bello")).toHaveCount(0);
  await pill.click();
  await expect(rowOf(organiser, "Aisha Bello")).toBeVisible();
  await heading.hover();
  await pay.transfer(event, { senderName: "MUSA SALAMI" });
  await expect(rowOf(organiser, "Musa Salami")).toBeVisible();
});

test("the list can be paused and resumed", async ({ organiser, event, pay }) => {
  const heading = organiser.getByRole("heading", { name: "Afrobeats Night" });
  await pay.transfer(event, { senderName: "CHINEDU OKONKWO" });
  await organiser.goto(`/events/${event.session_id}`);
  await expectLive(organiser);
  await organiser.getByRole("button", { name: "Pause" }).click();
  await heading.hover();
  await pay.transfer(event, { senderName: "AISHA BELLO" });
  await expect(organiser.getByRole("button", { name: "1 new payment" })).toBeVisible();
  await organiser.getByRole("button", { name: "Resume" }).click();
  await heading.hover();
  await expect(rowOf(organiser, "Aisha Bello")).toBeVisible();
});

for (const width of [1366, 1440])
  test(`at ${width} pixels a search leaves room for the names of the filters`, async ({
    organiser,
    event,
    pay,
  }) => {
    await organiser.setViewportSize({ width, height: 900 });
    for (let index = 0; index < 12; index++) await pay.transfer(event, { amount: 123_456_789n });
    await organiser.goto(`/events/${event.session_id}?q=ticket`);
    const panel = organiser.getByRole("region", { name: "Payments" });
    await expect(panel.getByTestId("payments-count")).toHaveText("12 of 12, ₦14,814,814.68");
    for (const name of ["Status", "Channel", "Terminal", "Operator", "Order", "Time"]) {
      const label = panel.getByRole("button", { name, exact: true }).getByText(name, { exact: true });
      const [full, shown] = await label.evaluate((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return [text.getBoundingClientRect().width, one.getBoundingClientRect().width];
      });
      // Less than a pixel is enough for an ellipsis.
      expect(shown, name).toBeGreaterThanOrEqual(full ?? 0);
    }
    await expect(panel.getByRole("button", { name: "Export" })).toBeVisible();
    await expect(panel.getByRole("button", { name: "Pause" })).toBeVisible();
  });
