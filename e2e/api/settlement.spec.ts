// Guarantee: exactly the payments that a bank lists as settled are settled, once, on the settlement's date (§2.7, §4.12).

import { lencoTransfer, monnifySettlement, newKey, readSample, signNotification } from "../bank-samples";
import {
  type Api,
  type Bank,
  createSession,
  expect,
  expectData,
  type SessionData,
  TIMESTAMP,
  test,
} from "../fixtures";
import {
  accountOf,
  getReconciliation,
  getSettlement,
  listExceptions,
  parseKobo,
  verifySession,
} from "../ledger-queries";

/** Makes three payments of 100.00 each through Monnify and returns their keys. */
async function payThree(bank: Bank, session: SessionData): Promise<[string, string, string]> {
  const pay = async () => (await bank.transfer(session, { provider: "monnify", amount: 10_000n })).paymentKey;
  return [await pay(), await pay(), await pay()];
}

/** Asserts that settled and pending together equal the total. */
async function expectWhole(api: Api, session: SessionData) {
  const [settlement, sums] = [await getSettlement(api, session), await getReconciliation(api, session)];
  const { total_settled, total_pending_settlement, settled_count, pending_count } = settlement;
  expect(parseKobo(total_settled) + parseKobo(total_pending_settlement)).toBe(parseKobo(sums.total_inflow));
  expect(settled_count + pending_count).toBe(sums.successful_count);
  const days = Object.values(settlement.by_date);
  expect(days.reduce((sum, { total }) => sum + parseKobo(total), 0n)).toBe(parseKobo(total_settled));
  expect(days.reduce((sum, { count }) => sum + count, 0)).toBe(settled_count);
  return settlement;
}

test("before any settlement the whole total is pending", async ({ api, bank }) => {
  const session = await createSession(api);
  const nothing = {
    session_id: session.session_id,
    total_settled: "0.00",
    total_pending_settlement: "0.00",
    settled_count: 0,
    pending_count: 0,
    by_date: {},
    generated_at: expect.stringMatching(TIMESTAMP),
  };
  expect(await getSettlement(api, session)).toEqual(nothing);
  await payThree(bank, session);
  expect(await expectWhole(api, session)).toEqual({
    ...nothing,
    total_pending_settlement: "300.00",
    pending_count: 3,
  });
});

test("Monnify's list settles exactly the payments it names, gross, on its own date", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const [first, , third] = await payThree(bank, session);
  expect(expectData(await bank.post(monnifySettlement(bank, { keys: [first, third] })))).toEqual({});
  expect(await expectWhole(api, session)).toMatchObject({
    total_settled: "200.00",
    total_pending_settlement: "100.00",
    settled_count: 2,
    pending_count: 1,
    by_date: { "2021-11-11": { count: 2, total: "200.00" } },
  });
});

test("a settlement's date is in Lagos time, from midnight there, an hour before midnight in UTC", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const [first, second, third] = await payThree(bank, session);
  for (const [key, at] of [
    [first, "20/11/2026 11:59:59 PM"],
    [second, "21/11/2026 12:00:00 AM"],
    [third, "21/11/2026 11:59:59 PM"],
  ] as const) {
    expectData(await bank.post(monnifySettlement(bank, { keys: [key], at })));
  }
  for (const at of ["2026-11-20T22:59:59.999Z", "2026-11-20T23:00:00.000Z"]) {
    const transfer = { paymentKey: newKey(), account: accountOf(session), amount: "1.00" };
    expectData(await bank.post(lencoTransfer(bank, transfer)));
    expectData(await bank.post(lencoTransfer(bank, transfer, at)));
  }
  expect((await expectWhole(api, session)).by_date).toEqual({
    "2026-11-20": { count: 2, total: "101.00" },
    "2026-11-21": { count: 3, total: "201.00" },
  });
});

test("a repeated settlement, twenty in parallel, or under another reference and date, settles nothing twice", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const keys = await payThree(bank, session);
  const notification = monnifySettlement(bank, { keys });
  await Promise.all(Array.from({ length: 20 }, async () => expectData(await bank.post(notification))));
  const settled = await expectWhole(api, session);
  expect(settled).toMatchObject({ total_settled: "300.00", settled_count: 3 });
  expectData(await bank.post(monnifySettlement(bank, { keys, at: "12/11/2021 02:29:00 PM" })));
  expectData(await bank.post(monnifySettlement(bank, { keys: [keys[0], keys[0]] })));
  const later = await expectWhole(api, session);
  expect(later).toEqual({ ...settled, generated_at: later.generated_at });
  expect(await verifySession(session)).toEqual([]);
});

test("a settlement before its payment waits for it", async ({ api, bank }) => {
  const session = await createSession(api);
  const paid = bank.credit({ account: accountOf(session), amount: 10_000n });
  expectData(await bank.post(monnifySettlement(bank, { keys: [paid.paymentKey] })));
  expectData(
    await bank.post(monnifySettlement(bank, { keys: [paid.paymentKey], at: "12/11/2021 02:29:00 PM" })),
  );
  expect(await expectWhole(api, session)).toMatchObject({ total_settled: "0.00" });
  await bank.pay({ ...paid, provider: "monnify" });
  await bank.pay({ ...paid, provider: "monnify" });
  expect(await expectWhole(api, session)).toMatchObject({
    total_settled: "100.00",
    by_date: { "2021-11-11": { count: 1, total: "100.00" } },
  });
});

test("payments in parallel with their settlement end settled once, in either order", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const paid = Array.from({ length: 40 }, () =>
    bank.credit({ account: accountOf(session), amount: 10_000n }),
  );
  const settle = () => bank.post(monnifySettlement(bank, { keys: paid.map(({ paymentKey }) => paymentKey) }));
  const posts = paid.map((one) => bank.post(bank.compose(one, "monnify")));
  const answers = await Promise.all([...posts.slice(0, 20), settle(), settle(), ...posts.slice(20)]);
  // A 503 asks the bank to repeat the notification.
  for (const answer of answers) expect([200, 503]).toContain(answer.status);
  expectData(await settle());
  expect(await expectWhole(api, session)).toMatchObject({ settled_count: 40, total_settled: "4000.00" });
  expect(await verifySession(session)).toEqual([]);
});

test("a pending payment is not settled before it is successful, and a failed one never is", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const account = accountOf(session);
  const at = "2026-11-20T10:00:00.000Z";
  const [pending, failed] = [
    { paymentKey: newKey(), account },
    { paymentKey: newKey(), account },
  ];
  expectData(await bank.post(lencoTransfer(bank, { ...pending, status: "pending" })));
  expectData(await bank.post(lencoTransfer(bank, { ...failed, status: "failed" })));
  for (const one of [pending, failed]) expectData(await bank.post(lencoTransfer(bank, one, at)));
  expect(await expectWhole(api, session)).toMatchObject({ settled_count: 0, by_date: {} });
  expect(await listExceptions(failed.paymentKey)).toMatchObject([
    { reason: "settlement_mismatch", session_id: session.session_id },
  ]);
  expectData(await bank.post(lencoTransfer(bank, pending)));
  expect(await expectWhole(api, session)).toMatchObject({
    total_settled: "5000.00",
    by_date: { "2026-11-20": { count: 1, total: "5000.00" } },
  });
  expect(await verifySession(session)).toEqual([]);
});

test("a settlement affects only the bank's own payments, across sessions and after their close", async ({
  api,
  bank,
}) => {
  const [one, other] = [await createSession(api), await createSession(api)];
  const [key] = await payThree(bank, one);
  await bank.transfer(other, { provider: "paystack", paymentKey: key, amount: 10_000n });
  const [otherKey] = await payThree(bank, other);
  expectData(await api.patch(`/v1/sessions/${one.session_id}/close`));
  expectData(await bank.post(monnifySettlement(bank, { keys: [key, otherKey, newKey()] })));
  expect(await expectWhole(api, one)).toMatchObject({ settled_count: 1, pending_count: 2 });
  expect(await expectWhole(api, other)).toMatchObject({ settled_count: 1, pending_count: 3 });
});

test("a settlement that Lenco reports as failed settles nothing", async ({ api, bank }) => {
  const session = await createSession(api);
  const transfer = { paymentKey: newKey(), account: accountOf(session) };
  expectData(await bank.post(lencoTransfer(bank, transfer)));
  const body = readSample("lenco", "settled", {
    "va-txn-1": transfer.paymentKey,
    '"settlementStatus":"settled"': '"settlementStatus":"failed"',
  });
  expectData(await bank.post(signNotification(bank, "lenco", body)));
  expect(await expectWhole(api, session)).toMatchObject({ settled_count: 0, pending_count: 1 });
});
