// Guarantee: a bank's later word goes forward only, and what contradicts the books waits for a person (§3).

import { documented, lencoTransfer, newKey, signed } from "../bank-samples";
import {
  type Api,
  type Bank,
  expect,
  expectData,
  openSession,
  type SessionData,
  takings,
  test,
} from "../fixtures";
import { accountOf, differencesOf, exceptionsAbout, listAll, reconcile, terminalOf } from "../ledger-queries";

/** Tells, one after the other, what Lenco says of one payment, and answers what the API then shows. */
async function tell(
  api: Api,
  bank: Bank,
  told: { session: SessionData; statuses: string[]; amount?: string },
) {
  const { session, statuses, amount } = told;
  const paymentKey = newKey();
  const account = accountOf(session);
  for (const status of statuses) {
    const notice = lencoTransfer(bank, { paymentKey, account, status, ...(amount && { amount }) });
    expect(expectData(await bank.post(notice))).toEqual({});
  }
  const [transaction, ...others] = await listAll(api, session);
  expect(others).toEqual([]);
  return { paymentKey, transaction };
}

for (const [statuses, ends, exceptions] of [
  [["pending", "successful"], "successful", []],
  [["pending", "failed"], "failed", []],
  [["pending", "pending"], "pending", []],
  [["successful", "pending"], "successful", []],
  [["failed", "pending"], "failed", []],
  [["successful", "failed"], "successful", ["contradicting_status"]],
  [["failed", "successful"], "failed", ["contradicting_status"]],
  [["pending", "successful", "failed", "failed"], "successful", ["contradicting_status"]],
  [["pending", "failed", "pending", "successful"], "failed", ["contradicting_status"]],
] as const) {
  test(`a payment told as ${statuses.join(", then ")} is ${ends}`, async ({ api, bank, receiver }) => {
    const session = await openSession(api, { webhook_url: receiver.url });
    const { paymentKey, transaction } = await tell(api, bank, { session, statuses: [...statuses] });
    expect(transaction?.status).toBe(ends);
    const sums = await reconcile(api, session);
    const isIn = ends === "successful";
    expect(sums).toMatchObject({
      transaction_count: 1,
      [`${ends}_count`]: 1,
      total_inflow: isIn ? "5000.00" : "0.00",
      by_channel: isIn ? { bank_transfer: { count: 1, total: "5000.00" } } : {},
    });
    const reached = ends === statuses[0] ? [ends] : [statuses[0], ends];
    await expect
      .poll(() => receiver.received.map(({ body }) => JSON.parse(body.toString()).data.status))
      .toEqual(reached);
    const found = exceptions.length > 0 ? await exceptionsAbout(paymentKey) : [];
    expect(found.map(({ reason }) => reason)).toEqual([...exceptions]);
  });
}

test("a payment accepted before the close reaches its final status after it", async ({ api, bank }) => {
  for (const final of ["successful", "failed"]) {
    const session = await openSession(api);
    const account = accountOf(session);
    const paymentKey = newKey();
    expectData(await bank.post(lencoTransfer(bank, { paymentKey, account, status: "pending" })));
    expectData(await api.patch(`/v1/sessions/${session.session_id}/close`));
    expectData(await bank.post(lencoTransfer(bank, { paymentKey, account, status: final })));
    expect(await listAll(api, session)).toMatchObject([{ status: final }]);
    expect(await reconcile(api, session)).toMatchObject({ pending_count: 0, [`${final}_count`]: 1 });
  }
});

test("twenty copies of the final word at once count once", async ({ api, bank }) => {
  const session = await openSession(api);
  const payment = { paymentKey: newKey(), account: accountOf(session) };
  expectData(await bank.post(lencoTransfer(bank, { ...payment, status: "pending" })));
  const final = lencoTransfer(bank, payment);
  await Promise.all(Array.from({ length: 20 }, async () => expectData(await bank.post(final))));
  expect(await reconcile(api, session)).toMatchObject({
    transaction_count: 1,
    successful_count: 1,
    pending_count: 0,
    total_inflow: "5000.00",
  });
  expect(await differencesOf(session)).toEqual([]);
});

test("success and failure that race leave one final status and one exception", async ({ api, bank }) => {
  const session = await openSession(api);
  const payment = { paymentKey: newKey(), account: accountOf(session) };
  expectData(await bank.post(lencoTransfer(bank, { ...payment, status: "pending" })));
  const words = ["successful", "failed"].map((status) => lencoTransfer(bank, { ...payment, status }));
  await Promise.all(words.map(async (notice) => expectData(await bank.post(notice))));
  const sums = await reconcile(api, session);
  expect(sums.successful_count + sums.failed_count).toBe(1);
  expect(sums.pending_count).toBe(0);
  expect(await exceptionsAbout(payment.paymentKey)).toMatchObject([{ reason: "contradicting_status" }]);
  expect(await differencesOf(session)).toEqual([]);
});

for (const [what, change] of [
  ["amount", { amount: "5000.01" }],
  ["currency", { currency: "USD" }],
] as const) {
  test(`a payment told again with another ${what}: the first stands, the second waits for a person`, async ({
    api,
    bank,
  }) => {
    const session = await openSession(api);
    const payment = { paymentKey: newKey(), account: accountOf(session) };
    expectData(await bank.post(lencoTransfer(bank, payment)));
    const before = await listAll(api, session);
    const conflict = lencoTransfer(bank, { ...payment, ...change });
    for (const _ of ["once", "again"]) expect(expectData(await bank.post(conflict))).toEqual({});
    expect(await listAll(api, session)).toEqual(before);
    expect(await exceptionsAbout(payment.paymentKey)).toMatchObject([
      { reason: "conflicting_repeat", session_id: session.session_id, resolved_at: null },
    ]);
  });
}

test("a payment told again for another account: the first stands, the other session gets nothing", async ({
  api,
  bank,
}) => {
  const [session, other] = [await openSession(api), await openSession(api)];
  const paid = await bank.transfer(session);
  const moved = bank.compose({ ...paid, account: accountOf(other) });
  expectData(await bank.post(moved));
  expect(await listAll(api, session)).toHaveLength(1);
  expect(await listAll(api, other)).toEqual([]);
  expect(await exceptionsAbout(paid.paymentKey)).toMatchObject([
    { reason: "conflicting_repeat", session_id: session.session_id },
  ]);
});

test("a final word that came before its device was paired counts when the bank says it again", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const [paymentKey, device] = [newKey(), newKey()];
  const tell = async (status: string) => {
    const changes = { "pos-txn-1": paymentKey, "SN-0001": device, '"successful"': `"${status}"` };
    expectData(await bank.post(signed(bank, "lenco", documented("lenco", "pos", changes))));
  };
  await tell("successful");
  await takings(
    ...["terminals", "pair", "--terminal", terminalOf(session), "--device", device],
    ...["--from", "2026-11-19T00:00:00Z"],
  );
  await tell("pending");
  await tell("successful");
  await tell("successful");
  expect(await listAll(api, session)).toMatchObject([{ status: "successful" }]);
  expect(await reconcile(api, session)).toMatchObject({ successful_count: 1, total_inflow: "2500.50" });
  expect(await differencesOf(session)).toEqual([]);
});

test("a word that a closed session refused contradicts the same payment in another", async ({
  api,
  bank,
}) => {
  const [closed, open] = [await openSession(api), await openSession(api)];
  expectData(await api.patch(`/v1/sessions/${closed.session_id}/close`));
  const late = await bank.transfer(closed);
  await bank.pay({ ...late, account: accountOf(open) });
  await bank.pay(late);
  expect(await listAll(api, open)).toHaveLength(1);
  const reasons = (await exceptionsAbout(late.paymentKey)).map(({ reason }) => reason);
  expect(reasons.sort()).toEqual(["conflicting_repeat", "session_closed"]);
});

test("a conflict with a payment of a closed session is a conflict, not a payment after the close", async ({
  api,
  bank,
}) => {
  const session = await openSession(api);
  const paid = await bank.transfer(session);
  expectData(await api.patch(`/v1/sessions/${session.session_id}/close`));
  expectData(await bank.post(bank.compose(paid)));
  expectData(await bank.post(bank.compose({ ...paid, amount: paid.amount + 1n })));
  expect(await exceptionsAbout(paid.paymentKey)).toMatchObject([{ reason: "conflicting_repeat" }]);
  expect(await reconcile(api, session)).toMatchObject({ transaction_count: 1, total_inflow: "12500.50" });
});
