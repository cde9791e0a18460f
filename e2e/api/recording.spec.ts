// Guarantee: a payment is recorded exactly once, in order, with no data lost or added (§2.5, §4.9, §4.13).

import { newKey, readSample, signNotification } from "../bank-samples";
import { createSession, expect, expectData, type TransactionData, test } from "../fixtures";
import { accountOf, getReconciliation, jobSecret, listAll } from "../ledger-queries";

const idsOf = (transactions: TransactionData[]) => transactions.map(({ id }) => id);

/** The body of every acknowledgement, whatever the outcome. */
const ACKNOWLEDGED = new Set(['200 {"success":true,"data":{}}']);

test("fifty parallel copies of a notification, repeated twenty times, are one transaction and one event each", async ({
  api,
  bank,
  anyone,
  receiver,
}) => {
  test.slow();
  const session = await createSession(api, { webhook_url: receiver.url });
  for (let payment = 1; payment <= 20; payment++) {
    const notification = bank.compose(bank.credit({ account: accountOf(session), amount: 100n }));
    const answers = await Promise.all(Array.from({ length: 50 }, () => bank.post(notification)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(ACKNOWLEDGED);
    expect(await listAll(api, session)).toHaveLength(payment);
  }
  const ids = idsOf(await listAll(api, session));
  expect(new Set(ids).size).toBe(20);
  await expect.poll(() => receiver.received.length).toBe(20);
  const job = { method: "POST", path: "/api/jobs/deliver-webhooks" };
  await anyone({ ...job, headers: { authorization: `Bearer ${jobSecret()}` } });
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(20);
  const eventIds = receiver.received.map(({ body }) => JSON.parse(body.toString()).data.id);
  expect(eventIds.sort()).toEqual(ids.sort());
  expect(await getReconciliation(api, session)).toMatchObject({
    transaction_count: 20,
    total_inflow: "20.00",
  });
});

test("copies of a notification that arrive among other payments record nothing twice", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const paid = Array.from({ length: 40 }, (_, index) =>
    bank.credit({ account: accountOf(session), amount: BigInt(100 + index) }),
  );
  const notifications = [...paid, ...paid, ...paid].map((credit) => bank.compose(credit));
  const answers = await Promise.all(notifications.map((notification) => bank.post(notification)));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(ACKNOWLEDGED);
  const recorded = await listAll(api, session);
  expect(recorded).toHaveLength(40);
  expect(new Set(recorded.map(({ amount }) => amount)).size).toBe(40);
});

test("two payments with the same RRN, without one, or alike in all but their identity are two transactions", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  for (const reference of ["250908912345", "250908912345", "", ""]) {
    await bank.tap(session, { provider: "moniepoint", bankRef: reference });
  }
  const recorded = await listAll(api, session);
  expect(new Set(idsOf(recorded)).size).toBe(4);
  const references = recorded.map(({ bank_ref }) => bank_ref);
  expect(references.slice(2)).toEqual(["250908912345", "250908912345"]);
  expect(references.slice(0, 2), "the bank's next reference is used").not.toContain("");
});

test("the same payment key at two banks is two payments", async ({ api, bank }) => {
  const session = await createSession(api);
  const paymentKey = newKey();
  for (const provider of ["nomba", "lenco", "monnify", "paystack"] as const) {
    await bank.transfer(session, { provider, paymentKey });
  }
  expect(await listAll(api, session)).toHaveLength(4);
});

test("a repeat uses no sequence number: pages stay the same", async ({ api, bank }) => {
  const session = await createSession(api);
  const first = await bank.transfer(session, { amount: 100n });
  for (const amount of [200n, 300n]) {
    for (const _ of ["twice", "over"]) await bank.pay(first);
    await bank.transfer(session, { amount });
  }
  const page = async (offset: number): Promise<TransactionData[]> =>
    expectData(await api.get(`/v1/transactions?session_id=${session.session_id}&limit=1&offset=${offset}`));
  const pages = [await page(0), await page(1), await page(2), await page(3)];
  expect(pages.map((rows) => rows.map(({ amount }) => amount))).toEqual([["3.00"], ["2.00"], ["1.00"], []]);
});

test("most recent first is the order of recording, whatever time of payment a bank reports", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const days = [20, 3, 11, 1, 19];
  for (const day of days) {
    await bank.transfer(session, { paidAt: new Date(Date.UTC(2026, 10, day)), amount: BigInt(day * 100) });
  }
  const recorded = await listAll(api, session);
  expect(recorded.map(({ amount }) => amount)).toEqual(days.map((day) => `${day}.00`).reverse());
  expect(recorded.map(({ paid_at }) => paid_at.slice(8, 10)).map(Number)).toEqual([...days].reverse());
});

test("created_at always agrees with the order, and pages never overlap or miss a row, under parallel payments", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const before = Date.now();
  await Promise.all(Array.from({ length: 120 }, () => bank.transfer(session, { amount: 100n })));
  const after = Date.now();
  const recorded = await listAll(api, session);
  expect(recorded).toHaveLength(120);
  const times = recorded.map(({ created_at }) => Date.parse(created_at));
  expect(times).toEqual([...times].sort((one, other) => other - one));
  expect(Math.min(...times)).toBeGreaterThanOrEqual(before - 1);
  expect(Math.max(...times)).toBeLessThanOrEqual(after + 1);
  const pages: TransactionData[] = [];
  for (let offset = 0; offset < 140; offset += 35) {
    const path = `/v1/transactions?session_id=${session.session_id}&limit=35&offset=${offset}`;
    pages.push(...expectData<TransactionData[]>(await api.get(path)));
  }
  expect(idsOf(pages)).toEqual(idsOf(recorded));
});

test("a payment without a time from the bank has the time of receipt", async ({ api, bank }) => {
  const session = await createSession(api);
  const body = readSample("paystack", "transfer", {
    "020293904002": newKey(),
    "9930000902": accountOf(session),
    '"paid_at":"2024-12-02T12:05:12.000Z","created_at":"2024-12-02T12:05:12.000Z",': "",
  });
  const before = Date.now();
  expectData(await bank.post(signNotification(bank, "paystack", body)));
  const after = Date.now();
  const [{ paid_at: paidAt = "" } = {}] = await listAll(api, session);
  expect(Date.parse(paidAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(paidAt)).toBeLessThanOrEqual(after);
});

test("absent texts are empty strings, and a bank's texts are passed on unchanged", async ({ api, bank }) => {
  const session = await createSession(api);
  await bank.transfer(session, { senderName: "", senderAccount: "", senderBank: "", narration: "" });
  const narration = `Ọ̀ṣun "₦5" \\ </script> 🎟️ ${"x".repeat(200)}`;
  await bank.transfer(session, { senderName: "Ọlá Adébáyọ̀", narration });
  const [eventIds, silent] = await listAll(api, session);
  expect(eventIds).toMatchObject({ sender_name: "Ọlá Adébáyọ̀", narration });
  expect(silent).toMatchObject({ sender_name: "", sender_account: "", sender_bank: "", narration: "" });
});

test("a transaction is the same by its id as in the lists", async ({ api, bank }) => {
  const session = await createSession(api);
  await bank.tap(session);
  const [listed] = await listAll(api, session);
  expect(expectData(await api.get(`/v1/transactions/${listed?.id}`))).toEqual(listed);
});

test("a payment in parallel with the close is recorded before it or not at all, and the count then stays the same", async ({
  api,
  bank,
}) => {
  test.slow();
  for (let round = 0; round < 4; round++) {
    const session = await createSession(api);
    const under = Array.from({ length: 60 }, () => bank.transfer(session, { amount: 100n }));
    await Promise.race(under);
    expectData(await api.patch(`/v1/sessions/${session.session_id}/close`));
    const atClose = await getReconciliation(api, session);
    await Promise.all(under);
    await bank.transfer(session, { amount: 100n });
    const later = await getReconciliation(api, session);
    expect(later).toEqual({ ...atClose, reconciled_at: later.reconciled_at });
    expect(later.transaction_count).toBeGreaterThan(0);
    expect(await listAll(api, session)).toHaveLength(later.transaction_count);
  }
});
