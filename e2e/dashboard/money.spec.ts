// Guarantee: the pages about money show the API's own figures, and an exception is resolved once, with permission, on its page.
import { formatNaira } from "@/lib/core/format/naira";
import { monnifySettlement, newKey, readSample, signNotification } from "../bank-samples";
import { getReconciliation, getSettlement, listAll } from "../ledger-queries";
import { expect, expectData, type SessionData, test } from "./fixtures";

/** The payment that Nomba's documented reversal names. */
const NOMBA_KEY = "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a";

const moneyOf = (session: SessionData, page: "reconciliation" | "settlement") =>
  `/events/${session.session_id}/${page}`;

test("reconciliation shows the API's totals by status, channel and terminal", async ({
  organiser,
  event,
  pay,
  api,
}) => {
  await pay.transfer(event, { amount: 1_500_000n });
  await pay.tap(event, { amount: 250_050n });
  await pay.tap(event, { amount: 99_900n, status: "failed" });
  const sums = await getReconciliation(api, event);
  await organiser.goto(moneyOf(event, "reconciliation"));
  const rowOf = (table: string, name: string | RegExp) =>
    organiser.getByRole("table", { name: table }).getByRole("row", { name });
  await expect(rowOf("By status", "Successful")).toContainText(formatNaira(sums.total_inflow));
  await expect(rowOf("By status", "Successful")).toContainText(String(sums.successful_count));
  await expect(rowOf("By status", "Failed")).toContainText("₦999.00");
  await expect(rowOf("By channel", "Bank transfer")).toContainText("₦15,000.00");
  await expect(rowOf("By terminal", "Terminal 1")).toContainText("₦2,500.50");
  await expect(rowOf("By channel", /^Total /)).toContainText(formatNaira(sums.total_inflow));
});

test("payments on other channels have their own count and amount, and a link to their exceptions", async ({
  organiser,
  openEvent,
  bank,
}) => {
  const [shown, other] = [await openEvent({ name: "Card Night" }), await openEvent({ name: "QR Night" })];
  const payByUssd = async (session: SessionData, amount: number) => {
    const body = readSample("paystack", "transfer", {
      "020293904002": newKey(),
      "9930000902": session.collection_account?.account_number ?? "",
      '"channel":"dedicated_nuban","currency"': '"channel":"ussd","currency"',
      '"amount":10000': `"amount":${amount}`,
    });
    expectData(await bank.post(signNotification(bank, "paystack", body)));
  };
  const payByQr = async (session: SessionData) => {
    const body = readSample("paystack", "pos", {
      pos_wtwyrj7n6x: newKey(),
      "2232WE17": session.pos_terminals?.[0]?.terminal_id ?? "",
      '"channel":"pos"': '"channel":"qr"',
    });
    expectData(await bank.post(signNotification(bank, "paystack", body)));
  };
  await payByUssd(shown, 70_000);
  await payByQr(shown);
  await organiser.goto(moneyOf(shown, "reconciliation"));
  const rowOf = (name: string) =>
    organiser.getByRole("table", { name: "Other channels" }).getByRole("row", { name });
  await expect(rowOf("This event")).toContainText("2");
  await expect(rowOf("This event")).toContainText("₦750.00");
  const before = await rowOf("All events").innerText();
  await payByUssd(other, 30_000);
  await organiser.reload();
  await expect(rowOf("This event")).toContainText("₦750.00");
  await expect(rowOf("All events")).not.toHaveText(before);
  await organiser.getByRole("link", { name: "Show this event's" }).click();
  await expect(organiser).toHaveURL(/kind=unsupported_channel/);
  const listed = organiser
    .getByRole("table", { name: "Exceptions" })
    .getByRole("button", { name: "Other channel" });
  await expect(listed).toHaveCount(2);
  await listed.first().click();
  const drawer = organiser.getByRole("dialog", { name: "Other channel" });
  await drawer.getByRole("textbox", { name: "Note" }).fill("paid at the door");
  await drawer.getByRole("button", { name: "Resolve" }).click();
  await expect(drawer).toBeHidden();
  await expect(rowOf("This event")).toContainText("1");
});

test("a late payment is assigned to another open event, and is recorded there", async ({
  organiser,
  openEvent,
  bank,
  api,
}) => {
  const [late, open] = [
    await openEvent({ name: "Early Night" }),
    await openEvent({ name: `Late ${Date.now()}` }),
  ];
  expectData(await api.patch(`/v1/sessions/${late.session_id}/close`));
  await bank.transfer(late, { amount: 1_500_000n, senderName: "YETUNDE OJO", senderAccount: "3011874471" });
  await organiser.goto(moneyOf(late, "reconciliation"));
  await organiser.getByRole("button", { name: "Paid after close" }).click();
  const drawer = organiser.getByRole("dialog", { name: "Paid after close" });
  await expect(drawer).toContainText("•• 4471");
  await expect(drawer).not.toContainText("3011874471");
  await expect(drawer.getByRole("link", { name: "Early Night" })).toBeVisible();
  await expect(drawer).toContainText(/after the event closed/);
  await expect(drawer.getByRole("button", { name: "Resolve" })).toBeInViewport({ ratio: 1 });
  await drawer.getByRole("combobox", { name: "Open event" }).selectOption({ label: open.name ?? "" });
  await drawer.getByRole("button", { name: "Resolve" }).click();
  await expect(drawer).toBeHidden();
  await expect(organiser.getByText("No open exceptions")).toBeVisible();
  expect(await listAll(api, open)).toMatchObject([{ amount: "15000.00", sender_name: "YETUNDE OJO" }]);
  await organiser.getByRole("radio", { name: /Resolved/ }).check();
  await expect(organiser.getByRole("row", { name: /Paid after close/ })).toContainText("Assigned");
  await organiser.getByRole("button", { name: "Paid after close" }).click();
  await expect(drawer.getByRole("region", { name: "History" })).toContainText(`Assigned to ${open.name} by`);
});

test("a late payment is marked for refund, with a note that is kept", async ({
  organiser,
  openEvent,
  bank,
  api,
}) => {
  const late = await openEvent();
  expectData(await api.patch(`/v1/sessions/${late.session_id}/close`));
  await bank.transfer(late);
  await organiser.goto(moneyOf(late, "reconciliation"));
  await organiser.getByRole("button", { name: "Paid after close" }).click();
  const drawer = organiser.getByRole("dialog", { name: "Paid after close" });
  await drawer.getByRole("radio", { name: "Mark it to be refunded" }).check();
  await expect(drawer.getByRole("button", { name: "Resolve" })).toBeDisabled();
  await drawer.getByRole("textbox", { name: "Note" }).fill("<img src=x onerror=alert(1)> goes back");
  await drawer.getByRole("button", { name: "Resolve" }).click();
  await expect(drawer).toBeHidden();
  await organiser.getByRole("radio", { name: /Resolved/ }).check();
  await organiser.getByRole("button", { name: "Paid after close" }).click();
  await expect(drawer).toContainText("<img src=x onerror=alert(1)> goes back");
  await expect(drawer).toContainText("To refund by");
});

test("settled and awaiting equal the API's figures, and add up to the event's total", async ({
  organiser,
  event,
  bank,
  api,
}) => {
  const pay = async () => (await bank.transfer(event, { provider: "monnify", amount: 10_000n })).paymentKey;
  const [first, second] = [await pay(), await pay(), await pay()];
  expectData(await bank.post(monnifySettlement(bank, { keys: [first, second], reference: `STL-${first}` })));
  const settlement = await getSettlement(api, event);
  await organiser.goto(moneyOf(event, "settlement"));
  const card = organiser.getByRole("region", { name: "Settled and awaiting" });
  await expect(card).toContainText(formatNaira(settlement.total_settled));
  await expect(card).toContainText(formatNaira(settlement.total_pending_settlement));
  await expect(card).toContainText("67% of ₦300.00 taken");
  const day = organiser.getByRole("row", { name: /Thu 11 Nov 2021/ });
  await expect(day).toContainText("₦200.00");
  await expect(day).toContainText(`STL-${first}`);
});

test("a settlement file is previewed line by line, refused with the line to correct, and imported once", async ({
  organiser,
  event,
  pay,
  api,
}) => {
  const [first, second] = [
    await pay.transfer(event, { amount: 500_000n }),
    await pay.tap(event, { amount: 250_050n }),
  ];
  const reference = `STL-${newKey()}`;
  const fileOf = (...lines: string[]) => ({
    name: "settlements.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["payment_reference,settlement_reference,settled_on,amount", ...lines].join("\n")),
  });
  const line = (key = "", amount = "") => `${key},${reference},2026-11-20,${amount}`;
  await organiser.goto(moneyOf(event, "settlement"));
  await organiser.getByRole("button", { name: "Import" }).click();
  const dialog = organiser.getByRole("dialog", { name: "Import settlements" });
  const choose = dialog.getByLabel("CSV file");
  await choose.setInputFiles(fileOf(line(first.paymentKey, "5,000.00")));
  await expect(dialog).toContainText("Line 2 The number of fields differs");
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeVisible();
  await choose.setInputFiles(
    fileOf(line(first.paymentKey, "5000.00"), line(second.paymentKey, "2500.00"), line(newKey(), "1.00")),
  );
  await expect(dialog).toContainText("1 line: will be settled");
  await expect(dialog).toContainText("1 line: will open an exception");
  await expect(dialog).toContainText("1 line: not a payment of this event");
  expect(await getSettlement(api, event)).toMatchObject({ settled_count: 0 });
  await dialog.getByRole("button", { name: "Import 2 lines" }).click();
  await expect(dialog).toBeHidden();
  await expect(organiser.getByRole("row", { name: /Fri 20 Nov 2026/ })).toContainText(reference);
  expect(await getSettlement(api, event)).toMatchObject({ total_settled: "5000.00", settled_count: 1 });
});

test("a settlement line that differs shows both figures, and settles its payment once it is accepted", async ({
  organiser,
  event,
  bank,
  api,
}) => {
  const { paymentKey } = await bank.transfer(event, { provider: "monnify", amount: 500_000n });
  expectData(
    await bank.post(monnifySettlement(bank, { keys: [paymentKey], amounts: { [paymentKey]: "10.00" } })),
  );
  await organiser.goto(moneyOf(event, "reconciliation"));
  await organiser.getByRole("button", { name: "Settlement differs" }).click();
  const drawer = organiser.getByRole("dialog", { name: "Settlement differs" });
  await expect(drawer).toContainText("Ledger ₦5,000.00, settlement ₦10.00");
  await expect(drawer.getByRole("region", { name: "Our ledger" })).toContainText("₦5,000.00");
  await expect(drawer.getByRole("region", { name: "The bank’s notification" })).toContainText("₦10.00");
  expect(await getSettlement(api, event)).toMatchObject({ total_settled: "0.00", settled_count: 0 });
  await drawer.getByRole("radio", { name: "Accept the bank’s settlement line" }).check();
  await drawer.getByRole("textbox", { name: "Note" }).fill("The bank kept 4,990.00 back");
  await drawer.getByRole("button", { name: "Resolve" }).click();
  await expect(drawer).toBeHidden();
  expect(await getSettlement(api, event)).toMatchObject({ total_settled: "5000.00", settled_count: 1 });
  await organiser.getByRole("radio", { name: /Resolved/ }).check();
  await expect(organiser.getByRole("row", { name: /Settlement differs/ })).toContainText(
    "Settled as the bank states",
  );
});

test("a reversed payment cannot be assigned", async ({ organiser, openEvent, bank, api }) => {
  const late = await openEvent();
  expectData(await api.patch(`/v1/sessions/${late.session_id}/close`));
  const paymentKey = newKey();
  const reversal = readSample("nomba", "reversal", { [NOMBA_KEY]: paymentKey });
  expectData(await bank.post(signNotification(bank, "nomba", reversal)));
  await bank.transfer(late, { paymentKey, amount: 500_000n });
  await organiser.goto(moneyOf(late, "reconciliation"));
  await organiser.getByRole("button", { name: "Paid after close" }).click();
  const drawer = organiser.getByRole("dialog", { name: "Paid after close" });
  await expect(drawer).toContainText("The bank has taken this payment back.");
  await expect(drawer.getByRole("radio", { name: "Assign it to an open event" })).toBeHidden();
});

test("roles without the permission cannot resolve on the page or through the API, or cannot see money at all", async ({
  pageOf,
  openEvent,
  bank,
  api,
}) => {
  const late = await openEvent();
  expectData(await api.patch(`/v1/sessions/${late.session_id}/close`));
  await bank.transfer(late);
  const viewer = await pageOf("viewer");
  await viewer.goto(moneyOf(late, "reconciliation"));
  await viewer.getByRole("button", { name: "Paid after close" }).click();
  const drawer = viewer.getByRole("dialog", { name: "Paid after close" });
  await expect(drawer).toContainText("An owner or a member of Finance resolves this.");
  await expect(drawer.getByRole("button", { name: "Resolve" })).toBeHidden();
  const base = `/api/dashboard/sessions/${late.session_id}`;
  const { data } = await (await viewer.request.get(`${base}/exceptions`)).json();
  const refused = await viewer.request.post(`${base}/exceptions/${data.rows[0].id}/resolve`, {
    data: { resolution: "dismissed", note: "mine" },
  });
  expect(refused.status()).toBe(403);
  const gate = await pageOf("gate_lead");
  expect((await gate.request.get(`${base}/reconciliation`)).status()).toBe(403);
  await gate.goto(moneyOf(late, "settlement"));
  await expect(gate.getByRole("heading", { name: "Your role may not see this" })).toBeVisible();
});
