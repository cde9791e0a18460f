// Guarantee: a reversal, refund or lost dispute takes effect whether it arrives before or after its payment (§2.5, §3).

import { createReversalNotification, newKey, REVERSALS, type ReversalName } from "../bank-samples";
import {
  type Api,
  type Bank,
  createSession,
  expect,
  expectData,
  type Receiver,
  type SessionData,
  type SignedNotification,
  takings,
  test,
} from "../fixtures";
import {
  accountOf,
  getReconciliation,
  getSettlement,
  listAll,
  listExceptions,
  verifySession,
  withDatabase,
} from "../ledger-queries";
import { toNotification } from "../model/notifications/notifications";
import { type ExceptionRow, signInOwner } from "./owner";

const NAMES = (Object.keys(REVERSALS) as ReversalName[]).filter(
  (name) => REVERSALS[name].stage === "completed",
);
const KOBO = 500_000n;

/** A payment at the bank that later reverses it, and the notifications of both. */
function paymentAt(bank: Bank, name: ReversalName, session: SessionData) {
  const { provider } = REVERSALS[name];
  const credit = bank.credit({
    amount: KOBO,
    ...(provider === "moniepoint"
      ? { channel: "pos", device: session.pos_terminals[0]?.terminal_id }
      : { account: accountOf(session) }),
  });
  const { paymentKey } = credit;
  const reference = newKey();
  const [payment, reversal] = [
    bank.compose(credit, provider),
    createReversalNotification(bank, name, { paymentKey, kobo: KOBO, reference }),
  ];
  return {
    ...{ paymentKey, reference },
    pay: async () => expectData(await bank.post(payment)),
    reverse: async () => expectData(await bank.post(reversal)),
  };
}

const listOpenReasons = async (paymentKey: string) =>
  (await listExceptions(paymentKey)).filter(({ resolved_at }) => resolved_at === null);

/** The rows of a reversal, under the payment's key or the notification's own id. */
async function storedReversals({ paymentKey, reference }: { paymentKey: string; reference: string }) {
  const rows = await withDatabase(
    (sql) => sql`
      select payment_key = ${paymentKey} as is_of_payment, transaction_id is not null as is_attached
      from reversals where payment_key in (${paymentKey}, ${reference})`,
  );
  return rows.map((row) => ({ ...row }));
}

/**
 * What the API, the receiver and the list of exceptions show after all notifications about a session's one payment.
 */
async function readFinalState(
  api: Api,
  receiver: Receiver,
  { session, paymentKey }: { session: SessionData; paymentKey: string },
) {
  const { session_id } = session;
  const receivedStatuses = () =>
    receiver.received
      .map(({ body }) => JSON.parse(body.toString()))
      .filter((event) => event.session_id === session_id)
      .map(({ data }) => [data.status, data.amount]);
  await expect.poll(receivedStatuses).toHaveLength(1);
  const rows = await listAll(api, session);
  const { total_inflow, by_channel, by_terminal, ...counts } = await getReconciliation(api, session);
  const { total_settled, total_pending_settlement } = await getSettlement(api, session);
  return {
    rows: rows.map(({ amount, channel, status, paid_at }) => ({ amount, channel, status, paid_at })),
    totals: {
      ...{ total_inflow, by_channel, total_settled, total_pending_settlement },
      by_terminal: Object.values(by_terminal),
      counts: [counts.transaction_count, counts.successful_count, counts.pending_count, counts.failed_count],
    },
    exceptions: (await listOpenReasons(paymentKey)).map(({ reason, amount, provider, ...of }) => {
      return { reason, amount, provider, isOfSession: of.session_id === session_id };
    }),
    events: receivedStatuses(),
    differences: await verifySession(session),
  };
}

for (const name of NAMES) {
  test(`${name} ends the same before its payment as after it: recorded, with one open exception`, async ({
    api,
    bank,
    receiver,
    request,
    platform,
  }) => {
    const owner = await signInOwner(request, platform);
    const orders = {
      "payment first": ["pay", "reverse"],
      "reversal first": ["reverse", "pay"],
      "each repeated": ["reverse", "reverse", "pay", "reverse", "pay"],
    } as const;
    const ends: unknown[] = [];
    const stored: unknown[] = [];
    for (const steps of Object.values(orders)) {
      const session = await createSession(api, { webhook_url: receiver.url });
      const payment = paymentAt(bank, name, session);
      for (const step of steps) await payment[step]();
      const end = await readFinalState(api, receiver, { session, paymentKey: payment.paymentKey });
      const [row] = await listAll(api, session);
      const { steps: history } = await owner.payment(session, row?.id ?? "");
      const beside = history.filter(({ kind }) => kind === "reversed");
      const listed = (await owner.exceptions(session)).map(({ reason, is_reversed, ...of }) => {
        return { reason, is_reversed, isOfPayment: of.transaction_id === row?.id };
      });
      ends.push({ ...end, beside: beside.map(({ at: _, ...step }) => step), listed });
      stored.push(await storedReversals(payment));
    }
    expect(ends[0]).toMatchObject({
      rows: [{ amount: "5000.00", status: "successful" }],
      totals: { total_inflow: "5000.00", total_pending_settlement: "5000.00", counts: [1, 1, 0, 0] },
      exceptions: [{ reason: "reversal", amount: "5000.00", isOfSession: true }],
      events: [["successful", "5000.00"]],
      differences: [],
      beside: [{ kind: "reversed", stage: "completed", amount: "5000.00" }],
      listed: [{ reason: "reversal", is_reversed: true, isOfPayment: true }],
    });
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
    expect(stored).toEqual(stored.map(() => [{ is_of_payment: true, is_attached: true }]));
  });

  test(`a payment that waits as an exception shows ${name} and cannot be assigned, in either order`, async ({
    api,
    bank,
    request,
    platform,
  }) => {
    const owner = await signInOwner(request, platform);
    const [closed, open] = [await createSession(api), await createSession(api)];
    expectData(await api.patch(`/v1/sessions/${closed.session_id}/close`));
    for (const steps of [
      ["pay", "reverse"],
      ["reverse", "pay"],
    ] as const) {
      const payment = paymentAt(bank, name, closed);
      for (const step of steps) await payment[step]();
      const about = (await listExceptions(payment.paymentKey)).map(({ id }) => id);
      const shown = (await owner.exceptions(closed)).filter(({ id }) => about.includes(id));
      expect(shown.map(({ reason }) => reason).sort()).toEqual(["reversal", "session_closed"]);
      const [late] = shown.filter(({ reason }) => reason === "session_closed") as [ExceptionRow];
      expect(late).toMatchObject({ is_reversed: true, is_assignable: false, amount: "5000.00" });
      const answer = await owner.assign(late, closed, open);
      expect(answer.status(), await answer.text()).toBe(409);
      expect((await answer.json()).detail).toContain("taken this payment back");
      expect((await owner.resolve(late, closed, "to_refund")).status()).toBe(200);
    }
    expect(await getReconciliation(api, open)).toMatchObject({ transaction_count: 0, total_inflow: "0.00" });
  });
}

for (const name of ["Paystack's refund", "Monnify's refund"] as const) {
  test(`${name} of a recorded payment is an open exception and changes no figure`, async ({ api, bank }) => {
    const session = await createSession(api);
    const payment = paymentAt(bank, name, session);
    await payment.pay();
    const before = await getReconciliation(api, session);
    await payment.reverse();
    expect(await listOpenReasons(payment.paymentKey)).toMatchObject([
      { reason: "reversal", amount: "5000.00", session_id: session.session_id },
    ]);
    const { reconciled_at: _, ...after } = await getReconciliation(api, session);
    expect(before).toMatchObject(after);
  });
}

test("a reversal of an unknown payment is an open exception, also under an id of its own", async ({
  bank,
}) => {
  for (const name of NAMES) {
    const [paymentKey, reference] = [newKey(), newKey()];
    for (const _ of ["once", "repeated"])
      expectData(
        await bank.post(createReversalNotification(bank, name, { paymentKey, kobo: KOBO, reference })),
      );
    expect(await listOpenReasons(paymentKey), name).toMatchObject([
      { reason: "reversal", amount: "5000.00", session_id: null },
    ]);
  }
});

test("a reversed payment to an unknown account shows its reversal in the command line's list and cannot be assigned", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const stray = await bank.pay({ provider: "paystack", account: "0000000000", amount: KOBO });
  const taken = { paymentKey: stray.paymentKey, kobo: KOBO, reference: newKey() };
  expectData(await bank.post(createReversalNotification(bank, "Paystack's refund", taken)));
  const all = await listOpenReasons(stray.paymentKey);
  expect(all.map(({ reason, is_reversed }) => [reason, is_reversed]).sort()).toEqual([
    ["reversal", true],
    ["unknown_destination", true],
  ]);
  const exception = all.find(({ reason }) => reason === "unknown_destination")?.id ?? "";
  const assigned = takings("exceptions", "assign", "--exception", exception, "--session", session.session_id);
  await expect(assigned).rejects.toMatchObject({
    stdout: expect.stringContaining("taken this payment back"),
  });
  expect(await listAll(api, session)).toEqual([]);
});

test("two refunds of one payment are two exceptions, each once", async ({ api, bank }) => {
  const session = await createSession(api);
  const paid = await bank.transfer(session, { provider: "paystack", amount: KOBO });
  for (const reference of ["refund-1", "refund-2", "refund-1"]) {
    const taken = { paymentKey: paid.paymentKey, kobo: KOBO / 2n, reference };
    expectData(await bank.post(createReversalNotification(bank, "Paystack's refund", taken)));
  }
  expect(await listOpenReasons(paid.paymentKey)).toMatchObject([
    { reason: "reversal", amount: "2500.00" },
    { reason: "reversal", amount: "2500.00" },
  ]);
});

test("a pending payment that is reversed before it is successful is recorded as successful, with its reversal", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const paymentKey = newKey();
  const claim = {
    ...({ bank: "paystack", channel: "bank_transfer", key: paymentKey, kobo: KOBO } as const),
    paidAt: Date.parse("2026-11-20T10:00:00.000Z"),
  };
  const account = accountOf(session);
  const [pending, successful] = (["pending", "successful"] as const).map((status) =>
    toNotification(bank, claim, { status, account }),
  ) as [SignedNotification, SignedNotification];
  const taken = { paymentKey, kobo: KOBO, reference: newKey() };
  for (const notification of [
    pending,
    createReversalNotification(bank, "Paystack's refund", taken),
    successful,
  ])
    expectData(await bank.post(notification));
  expect(await listAll(api, session)).toMatchObject([{ status: "successful", amount: "5000.00" }]);
  expect(await listOpenReasons(paymentKey)).toMatchObject([{ reason: "reversal" }]);
  expect(await verifySession(session)).toEqual([]);
});

test("twenty payments in parallel with their reversals are each recorded once, with one open exception of their session", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const payments = Array.from({ length: 20 }, () => paymentAt(bank, "Monnify's refund", session));
  await Promise.all(payments.flatMap(({ pay, reverse }) => [reverse(), pay(), reverse(), pay()]));
  expect(await getReconciliation(api, session)).toMatchObject({
    successful_count: 20,
    total_inflow: "100000.00",
  });
  const open = await listOpenReasons(payments[0]?.paymentKey ?? "");
  expect(open).toMatchObject([{ reason: "reversal", session_id: session.session_id }]);
  const all = await listExceptions(...payments.map(({ paymentKey }) => paymentKey));
  const still = all.filter(({ resolved_at }) => resolved_at === null);
  expect(new Set(still.map(({ payment_key }) => payment_key)).size).toBe(20);
  expect(still).toHaveLength(20);
  expect(await verifySession(session)).toEqual([]);
});
