// Guarantee: a bank's later status updates move forward only, and one that contradicts the recorded payment opens an exception (§3).

import { lencoTransfer, newKey, readSample, signNotification } from "../bank-samples";
import {
  type Api,
  type Bank,
  createSession,
  expect,
  expectData,
  type SessionData,
  takings,
  test,
} from "../fixtures";
import {
  accountOf,
  getReconciliation,
  listAll,
  listExceptions,
  terminalOf,
  verifySession,
} from "../ledger-queries";

/** Posts Lenco's status updates of one payment in sequence, and returns what the API then shows. */
async function sendUpdates(
  api: Api,
  bank: Bank,
  reported: { session: SessionData; statuses: string[]; amount?: string },
) {
  const { session, statuses, amount } = reported;
  const paymentKey = newKey();
  const account = accountOf(session);
  for (const status of statuses) {
    const notification = lencoTransfer(bank, { paymentKey, account, status, ...(amount && { amount }) });
    expect(expectData(await bank.post(notification))).toEqual({});
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
  test(`a payment reported as ${statuses.join(", then ")} is ${ends}`, async ({ api, bank, receiver }) => {
    const session = await createSession(api, { webhook_url: receiver.url });
    const { paymentKey, transaction } = await sendUpdates(api, bank, { session, statuses: [...statuses] });
    expect(transaction?.status).toBe(ends);
    const sums = await getReconciliation(api, session);
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
    const found = exceptions.length > 0 ? await listExceptions(paymentKey) : [];
    expect(found.map(({ reason }) => reason)).toEqual([...exceptions]);
  });
}

test("a payment accepted before the close reaches its final status after it", async ({ api, bank }) => {
  for (const final of ["successful", "failed"]) {
    const session = await createSession(api);
    const account = accountOf(session);
    const paymentKey = newKey();
    expectData(await bank.post(lencoTransfer(bank, { paymentKey, account, status: "pending" })));
    expectData(await api.patch(`/v1/sessions/${session.session_id}/close`));
    expectData(await bank.post(lencoTransfer(bank, { paymentKey, account, status: final })));
    expect(await listAll(api, session)).toMatchObject([{ status: final }]);
    expect(await getReconciliation(api, session)).toMatchObject({ pending_count: 0, [`${final}_count`]: 1 });
  }
});

test("twenty parallel copies of the final status count once", async ({ api, bank }) => {
  const session = await createSession(api);
  const payment = { paymentKey: newKey(), account: accountOf(session) };
  expectData(await bank.post(lencoTransfer(bank, { ...payment, status: "pending" })));
  const final = lencoTransfer(bank, payment);
  await Promise.all(Array.from({ length: 20 }, async () => expectData(await bank.post(final))));
  expect(await getReconciliation(api, session)).toMatchObject({
    transaction_count: 1,
    successful_count: 1,
    pending_count: 0,
    total_inflow: "5000.00",
  });
  expect(await verifySession(session)).toEqual([]);
});

test("success and failure in parallel leave one final status and one exception", async ({ api, bank }) => {
  const session = await createSession(api);
  const payment = { paymentKey: newKey(), account: accountOf(session) };
  expectData(await bank.post(lencoTransfer(bank, { ...payment, status: "pending" })));
  const finalUpdates = ["successful", "failed"].map((status) => lencoTransfer(bank, { ...payment, status }));
  await Promise.all(finalUpdates.map(async (notification) => expectData(await bank.post(notification))));
  const sums = await getReconciliation(api, session);
  expect(sums.successful_count + sums.failed_count).toBe(1);
  expect(sums.pending_count).toBe(0);
  expect(await listExceptions(payment.paymentKey)).toMatchObject([{ reason: "contradicting_status" }]);
  expect(await verifySession(session)).toEqual([]);
});

for (const [what, change] of [
  ["amount", { amount: "5000.01" }],
  ["currency", { currency: "USD" }],
] as const) {
  test(`a payment reported again with another ${what} keeps the first, and the second opens an exception`, async ({
    api,
    bank,
  }) => {
    const session = await createSession(api);
    const payment = { paymentKey: newKey(), account: accountOf(session) };
    expectData(await bank.post(lencoTransfer(bank, payment)));
    const before = await listAll(api, session);
    const conflict = lencoTransfer(bank, { ...payment, ...change });
    for (const _ of ["once", "again"]) expect(expectData(await bank.post(conflict))).toEqual({});
    expect(await listAll(api, session)).toEqual(before);
    expect(await listExceptions(payment.paymentKey)).toMatchObject([
      { reason: "conflicting_repeat", session_id: session.session_id, resolved_at: null },
    ]);
  });
}

test("a payment reported again for another account stays with the first, and the other session gets nothing", async ({
  api,
  bank,
}) => {
  const [session, other] = [await createSession(api), await createSession(api)];
  const paid = await bank.transfer(session);
  const moved = bank.compose({ ...paid, account: accountOf(other) });
  expectData(await bank.post(moved));
  expect(await listAll(api, session)).toHaveLength(1);
  expect(await listAll(api, other)).toEqual([]);
  expect(await listExceptions(paid.paymentKey)).toMatchObject([
    { reason: "conflicting_repeat", session_id: session.session_id },
  ]);
});

test("a final status that came before its device was paired counts when the bank repeats it", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const [paymentKey, device] = [newKey(), newKey()];
  const sendStatus = async (status: string) => {
    const changes = { "pos-txn-1": paymentKey, "SN-0001": device, '"successful"': `"${status}"` };
    expectData(await bank.post(signNotification(bank, "lenco", readSample("lenco", "pos", changes))));
  };
  await sendStatus("successful");
  await takings(
    ...["terminals", "pair", "--terminal", terminalOf(session), "--device", device],
    ...["--from", "2026-11-19T00:00:00Z"],
  );
  await sendStatus("pending");
  await sendStatus("successful");
  await sendStatus("successful");
  expect(await listAll(api, session)).toMatchObject([{ status: "successful" }]);
  expect(await getReconciliation(api, session)).toMatchObject({
    successful_count: 1,
    total_inflow: "2500.50",
  });
  expect(await verifySession(session)).toEqual([]);
});

test("a status update that a closed session refused is a conflict with the same payment in another session", async ({
  api,
  bank,
}) => {
  const [closed, open] = [await createSession(api), await createSession(api)];
  expectData(await api.patch(`/v1/sessions/${closed.session_id}/close`));
  const late = await bank.transfer(closed);
  await bank.pay({ ...late, account: accountOf(open) });
  await bank.pay(late);
  expect(await listAll(api, open)).toHaveLength(1);
  const reasons = (await listExceptions(late.paymentKey)).map(({ reason }) => reason);
  expect(reasons.sort()).toEqual(["conflicting_repeat", "session_closed"]);
});

test("a conflict with a payment of a closed session is a conflict, not a payment after the close", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const paid = await bank.transfer(session);
  expectData(await api.patch(`/v1/sessions/${session.session_id}/close`));
  expectData(await bank.post(bank.compose(paid)));
  expectData(await bank.post(bank.compose({ ...paid, amount: paid.amount + 1n })));
  expect(await listExceptions(paid.paymentKey)).toMatchObject([{ reason: "conflicting_repeat" }]);
  expect(await getReconciliation(api, session)).toMatchObject({
    transaction_count: 1,
    total_inflow: "12500.50",
  });
});
