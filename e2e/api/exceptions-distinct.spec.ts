// Guarantee: an exception is about one fact: a repeat opens none, a new fact opens a new one linked to the resolved one, and one decision wins (§2.5, §3).

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
import { type ExceptionRow, type Owner, signInOwner } from "./owner";

async function closedSession(api: Api): Promise<SessionData> {
  const session = await createSession(api);
  expectData(await api.patch(`/v1/sessions/${session.session_id}/close`));
  return session;
}

/** Returns the only open exception of a session. */
async function onlyOpen(owner: Owner, session: SessionData): Promise<ExceptionRow> {
  const [open, ...others] = await owner.exceptions(session);
  expect(others).toEqual([]);
  if (!open) throw new Error("The session has no open exception");
  return open;
}

async function dismiss(owner: Owner, session: SessionData): Promise<ExceptionRow> {
  const open = await onlyOpen(owner, session);
  expect((await owner.resolve(open, session, "dismissed")).status()).toBe(200);
  expect(await owner.exceptions(session)).toEqual([]);
  return open;
}

/** Paystack's notification about a dispute of a payment. */
async function dispute(bank: Bank, name: "dispute" | "dispute-resolved", key: string, resolved = "reversed") {
  const body = readSample("paystack", name, {
    "020293904002": key,
    ...(name === "dispute-resolved" && { '"status":"reversed"': `"status":"${resolved}"` }),
  });
  expectData(await bank.post(signNotification(bank, "paystack", body)));
}

for (const final of ["successful", "failed"]) {
  test(`a pending exception that was dismissed and is then ${final} opens a new one that links to it`, async ({
    api,
    bank,
    request,
    platform,
  }) => {
    const owner = await signInOwner(request, platform);
    const session = await closedSession(api);
    const payment = { paymentKey: newKey(), account: accountOf(session) };
    expectData(await bank.post(lencoTransfer(bank, { ...payment, status: "pending" })));
    const dismissed = await dismiss(owner, session);
    expect(dismissed).toMatchObject({ reason: "session_closed" });
    for (const status of ["pending", final, final, "pending"])
      expectData(await bank.post(lencoTransfer(bank, { ...payment, status })));
    expect(await onlyOpen(owner, session)).toMatchObject({
      ...{ reason: "session_closed", amount: "5000.00", previous_id: dismissed.id },
      notification: { status: final },
    });
    expect(await listExceptions(payment.paymentKey)).toHaveLength(2);
  });
}

for (const [outcome, status] of [
  ["lost", "reversed"],
  ["won", "success"],
] as const) {
  test(`a dispute that was dismissed and is then ${outcome} opens a new exception that links to it`, async ({
    api,
    bank,
    request,
    platform,
  }) => {
    const owner = await signInOwner(request, platform);
    const session = await createSession(api);
    const { paymentKey } = await bank.transfer(session, { provider: "paystack" });
    await dispute(bank, "dispute", paymentKey);
    const dismissed = await dismiss(owner, session);
    await dispute(bank, "dispute", paymentKey);
    expect(await owner.exceptions(session), "a repeat of what was dismissed").toEqual([]);
    for (const _ of ["once", "repeated"]) await dispute(bank, "dispute-resolved", paymentKey, status);
    expect(await onlyOpen(owner, session)).toMatchObject({
      ...{ reason: "reversal", previous_id: dismissed.id, is_reversed: outcome === "lost" },
    });
  });
}

test("two conflicts of equal amount to two other accounts are two exceptions; a repeat of either opens none", async ({
  api,
  bank,
}) => {
  const [session, one, other] = [
    await createSession(api),
    await createSession(api),
    await createSession(api),
  ];
  const paid = await bank.transfer(session);
  const conflicts = [one, other].map((to) => ({ ...paid, account: accountOf(to) }));
  for (const conflict of [...conflicts, ...conflicts]) {
    expectData(await bank.post(bank.compose(conflict)));
    // The same fact in other bytes.
    expectData(await bank.post(bank.compose({ ...conflict, narration: newKey() })));
  }
  expect(await listExceptions(paid.paymentKey)).toMatchObject([
    { reason: "conflicting_repeat", amount: "12500.50", session_id: session.session_id },
    { reason: "conflicting_repeat", amount: "12500.50", session_id: session.session_id },
  ]);
  expect(await getReconciliation(api, session)).toMatchObject({
    transaction_count: 1,
    total_inflow: "12500.50",
  });
});

test("a repeat that names another terminal, device or channel is a conflict", async ({ api, bank }) => {
  const session = await createSession(api);
  const other = { device: terminalOf(session, 2) };
  const atTerminal = await bank.tap(session, { provider: "moniepoint" });
  expectData(await bank.post(bank.compose({ ...atTerminal, ...other }, "moniepoint")));
  const device = newKey();
  const tap = await bank.tap(session);
  expectData(await bank.post(bank.compose({ ...tap, device })));
  const transfer = await bank.transfer(session);
  expectData(
    await bank.post(bank.compose({ ...transfer, channel: "pos", account: "", device: terminalOf(session) })),
  );
  for (const { paymentKey } of [atTerminal, tap, transfer])
    expect(await listExceptions(paymentKey)).toMatchObject([
      { reason: "conflicting_repeat", session_id: session.session_id, resolved_at: null },
    ]);
  expect(await getReconciliation(api, session)).toMatchObject({
    by_channel: { pos: { count: 2 }, bank_transfer: { count: 1 } },
    by_terminal: { [terminalOf(session)]: { count: 2 } },
  });
});

test("one of a parallel assignment, note and return succeeds, the others get 409, and the money counts only if assigned", async ({
  api,
  bank,
  request,
  platform,
}) => {
  const owner = await signInOwner(request, platform);
  const [closed, open] = [await closedSession(api), await createSession(api)];
  let assigned = 0;
  for (let round = 0; round < 10; round++) {
    const late = await bank.transfer(closed, { amount: 7_500_000n });
    const exception = await onlyOpen(owner, closed);
    const decisions = [
      owner.assign(exception, closed, open),
      owner.resolve(exception, closed, "to_refund"),
      owner.assign(exception, closed, open),
      owner.resolve(exception, closed, "dismissed"),
    ];
    const answers = await Promise.all(round % 2 === 0 ? decisions : decisions.reverse());
    expect(answers.map((answer) => answer.status()).sort()).toEqual([200, 409, 409, 409]);
    const [{ resolution } = { resolution: null }] = await listExceptions(late.paymentKey);
    assigned += resolution === "assigned" ? 1 : 0;
    expect(await getReconciliation(api, open)).toMatchObject({
      transaction_count: assigned,
      total_inflow: `${75_000 * assigned}.00`,
    });
  }
  expect(await verifySession(open)).toEqual([]);
});

test("an assignment in parallel with the bank's final status ends with that status and no open exception", async ({
  api,
  bank,
  request,
  platform,
}) => {
  const owner = await signInOwner(request, platform);
  const [closed, open] = [await closedSession(api), await createSession(api)];
  for (let round = 0; round < 10; round++) {
    const payment = { paymentKey: newKey(), account: accountOf(closed) };
    expectData(await bank.post(lencoTransfer(bank, { ...payment, status: "pending" })));
    const exception = await onlyOpen(owner, closed);
    const [answer, acknowledged] = await Promise.all([
      owner.assign(exception, closed, open),
      bank.post(lencoTransfer(bank, payment)),
    ]);
    expectData(acknowledged);
    // If the final status came first, it superseded the pending exception, and the exception of the final status is
    // assigned.
    expect([200, 409]).toContain(answer.status());
    if (answer.status() === 409) {
      const final = await onlyOpen(owner, closed);
      expect((await owner.assign(final, closed, open)).status()).toBe(200);
    }
    expect(await owner.exceptions(closed)).toEqual([]);
  }
  expect((await listAll(api, open)).map(({ status }) => status)).toEqual(Array(10).fill("successful"));
  expect(await verifySession(open)).toEqual([]);
});

test("a payment on an unpaired device is recorded by the bank's repeat after pairing, which resolves its exception", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const device = newKey();
  const stray = await bank.pay({ channel: "pos", device });
  const pair = ["terminals", "pair", "--terminal", terminalOf(session), "--device", device];
  await takings(...pair, "--from", "2026-11-20T00:00:00Z");
  await bank.pay(stray);
  expect(await listAll(api, session)).toMatchObject([{ status: "successful", amount: "12500.50" }]);
  expect(await listExceptions(stray.paymentKey)).toMatchObject([
    { reason: "unknown_destination", resolution: "recorded" },
  ]);
});
