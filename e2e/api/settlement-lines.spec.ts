// Guarantee: a settlement line settles the payment that it agrees with, once, in any order of arrival; every other line is an exception with both figures (§2.7, §4.12).
import assert from "node:assert/strict";
import { lencoTransfer, monnifySettlement, newKey, readSample, signNotification } from "../bank-samples";
import { type Api, type Bank, createSession, expect, expectData, type SessionData, test } from "../fixtures";
import {
  accountOf,
  getReconciliation,
  getSettlement,
  listAll,
  listExceptions,
  verifySession,
  withDatabase,
} from "../ledger-queries";
import { signInOwner } from "./owner";

const KOBO = 500_000n;
const DAY = "11/11/2021 02:29:00 PM";

/** A transfer of 5,000.00 through Monnify that has not been reported yet. */
function transferTo(bank: Bank, session: SessionData, paymentKey = newKey()) {
  const credit = bank.credit({ account: accountOf(session), amount: KOBO, paymentKey });
  const notification = bank.compose(credit, "monnify");
  return { paymentKey, notification, pay: async () => expectData(await bank.post(notification)) };
}

/** Posts one settlement that lists these payments with these amounts. */
async function settle(bank: Bank, amounts: Record<string, string>, settlement: { at?: string } = {}) {
  const notification = monnifySettlement(bank, {
    keys: Object.keys(amounts),
    amounts,
    at: DAY,
    ...settlement,
  });
  expectData(await bank.post(notification));
}

/** The open exceptions about these payments: reason, the bank's figure and the recorded figure. */
async function openAbout(...keys: string[]) {
  const open = (await listExceptions(...keys)).filter(({ resolved_at }) => resolved_at === null);
  return open
    .map((one) => [keys.indexOf(one.payment_key), one.reason, one.amount, one.recorded_amount] as const)
    .sort((one, other) => one.join().localeCompare(other.join()));
}

async function settledOf(api: Api, session: SessionData) {
  const { generated_at: _, session_id: __, ...settlement } = await getSettlement(api, session);
  return { ...settlement, differences: await verifySession(session) };
}

/** Every order of these steps. */
function ordersOf<Step>(steps: readonly Step[]): Step[][] {
  if (steps.length <= 1) return [[...steps]];
  return steps.flatMap((first, at) => ordersOf(steps.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

test("lines of 10.00 and 9,000.00 for two payments of 5,000.00 settle neither, and each exception has both figures", async ({
  api,
  bank,
  request,
  platform,
}) => {
  const owner = await signInOwner(request, platform);
  for (const isSettledFirst of [false, true]) {
    const session = await createSession(api);
    const [one, other] = [transferTo(bank, session), transferTo(bank, session)];
    const pay = async () => Promise.all([one.pay(), other.pay()]);
    const report = () => settle(bank, { [one.paymentKey]: "10.00", [other.paymentKey]: "9000.00" });
    for (const step of isSettledFirst ? [report, pay] : [pay, report]) await step();
    expect(await settledOf(api, session)).toMatchObject({
      total_settled: "0.00",
      total_pending_settlement: "10000.00",
      differences: [],
    });
    const shown = (await owner.exceptions(session)).map((row) => [
      row.reason,
      row.amount,
      row.recorded_amount,
    ]);
    expect(shown.sort()).toEqual([
      ["settlement_mismatch", "10.00", "5000.00"],
      ["settlement_mismatch", "9000.00", "5000.00"],
    ]);
  }
});

test("a line that differs is accepted by one decision and settles the recorded amount, once", async ({
  api,
  bank,
  request,
  platform,
}) => {
  const owner = await signInOwner(request, platform);
  const session = await createSession(api);
  const { pay, paymentKey } = transferTo(bank, session);
  await pay();
  await settle(bank, { [paymentKey]: "10.00" });
  const [line, ...others] = await owner.exceptions(session);
  expect(others).toEqual([]);
  if (!line) throw new Error("The line that differs opened no exception");
  expect(line.is_acceptable).toBe(true);
  const decisions = (["accepted", "dismissed", "accepted"] as const).map((resolution) =>
    owner.resolve(line, session, resolution),
  );
  const statuses = (await Promise.all(decisions)).map((answer) => answer.status());
  expect(statuses.sort()).toEqual([200, 409, 409]);
  const isAccepted = (await listExceptions(paymentKey))[0]?.resolution === "accepted";
  expect(await settledOf(api, session)).toMatchObject({
    total_settled: isAccepted ? "5000.00" : "0.00",
    differences: [],
  });
});

test("a settled payment of 250,000.00 that was never reported is an open exception until it is reported", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const paid = bank.credit({ account: accountOf(session), amount: 25_000_000n });
  await settle(bank, { [paid.paymentKey]: "250000.00" });
  expect(await openAbout(paid.paymentKey)).toEqual([[0, "settlement_unreported", "250000.00", null]]);
  expectData(await bank.post(bank.compose(paid, "monnify")));
  expect(await openAbout(paid.paymentKey)).toEqual([]);
  expect(await listExceptions(paid.paymentKey)).toMatchObject([{ resolution: "recorded" }]);
  expect(await settledOf(api, session)).toMatchObject({ total_settled: "250000.00", differences: [] });
});

test("a payment, its settlement, a wrong line, an unreported payment and a second settlement end the same in every order", async ({
  api,
  bank,
}) => {
  test.setTimeout(180_000);
  const ends = new Map<string, string>();
  for (const order of ordersOf(["pay one", "pay other", "settle", "settle again"] as const)) {
    const session = await createSession(api);
    const [one, other, unreported] = [transferTo(bank, session), transferTo(bank, session), newKey()];
    const steps = {
      "pay one": one.pay,
      "pay other": other.pay,
      settle: () =>
        settle(bank, {
          ...{ [one.paymentKey]: "5000.00", [other.paymentKey]: "10.00" },
          [unreported]: "250000.00",
        }),
      "settle again": () => settle(bank, { [one.paymentKey]: "5000.00" }),
    };
    for (const step of order) await steps[step]();
    const end = {
      settlement: await settledOf(api, session),
      inflow: (await getReconciliation(api, session)).total_inflow,
      exceptions: await openAbout(one.paymentKey, other.paymentKey, unreported),
    };
    ends.set(JSON.stringify(end), order.join(", "));
  }
  expect([...ends.keys()].map((end) => JSON.parse(end))).toEqual([
    {
      settlement: {
        total_settled: "5000.00",
        total_pending_settlement: "5000.00",
        settled_count: 1,
        pending_count: 1,
        by_date: { "2021-11-11": { count: 1, total: "5000.00" } },
        differences: [],
      },
      inflow: "10000.00",
      exceptions: [
        [0, "settlement_mismatch", "5000.00", "5000.00"],
        [1, "settlement_mismatch", "10.00", "5000.00"],
        [2, "settlement_unreported", "250000.00", null],
      ],
    },
  ]);
});

for (const order of ordersOf(["pending", "settled", "failed"] as const)) {
  test(`a payment that is ${order.join(", then ")} is not settled and opens one exception`, async ({
    api,
    bank,
  }) => {
    const session = await createSession(api);
    const payment = { paymentKey: newKey(), account: accountOf(session) };
    for (const status of order) {
      const at = status === "settled" ? "2026-11-20T10:00:00.000Z" : undefined;
      expectData(await bank.post(lencoTransfer(bank, { ...payment, ...(at ? {} : { status }) }, at)));
    }
    expect(await listAll(api, session)).toMatchObject([{ status: "failed" }]);
    expect(await settledOf(api, session)).toMatchObject({ settled_count: 0, differences: [] });
    expect(await openAbout(payment.paymentKey)).toEqual([[0, "settlement_mismatch", "5000.00", "5000.00"]]);
  });
}

test("a payment that is settled and then reported as failed stays settled and opens one exception", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const payment = { paymentKey: newKey(), account: accountOf(session) };
  expectData(await bank.post(lencoTransfer(bank, payment)));
  expectData(await bank.post(lencoTransfer(bank, payment, "2026-11-20T10:00:00.000Z")));
  expectData(await bank.post(lencoTransfer(bank, { ...payment, status: "failed" })));
  expect(await settledOf(api, session)).toMatchObject({ total_settled: "5000.00", differences: [] });
  expect(await openAbout(payment.paymentKey)).toEqual([[0, "contradicting_status", "5000.00", "5000.00"]]);
});

test("one line without a reference is an exception of its own; the other lines settle", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const [one, other] = [transferTo(bank, session), transferTo(bank, session)];
  await Promise.all([one.pay(), other.pay()]);
  const reference = newKey();
  const keys = [one.paymentKey, "", other.paymentKey];
  const amounts = { [one.paymentKey]: "5000.00", "": "750.00", [other.paymentKey]: "5000.00" };
  const notification = monnifySettlement(bank, { keys, amounts, reference });
  for (const _ of ["once", "repeated"]) expectData(await bank.post(notification));
  expect(await settledOf(api, session)).toMatchObject({ total_settled: "10000.00", differences: [] });
  expect(await openAbout(`${reference} line 2`)).toEqual([[0, "settlement_unreadable", "750.00", null]]);
});

test("a line that states only the net amount is compared with gross less fee and duty", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  // The sample: 3,000.00 gross, 2,990.00 net.
  const keys = [newKey(), newKey()] as const;
  for (const key of keys) {
    const changes = { "MNFY|04|20211117112842|000170": key, "6000140770": accountOf(session) };
    expectData(
      await bank.post(signNotification(bank, "monnify", readSample("monnify", "transfer", changes))),
    );
  }
  const settlement = JSON.parse(monnifySettlement(bank, { keys: [...keys] }).body);
  for (const [index, net] of ["2990.00", "3000.00"].entries()) {
    const line = settlement.eventData.transactions[index];
    delete line.amountPaid;
    line.settlementAmount = net;
  }
  expectData(await bank.post(signNotification(bank, "monnify", JSON.stringify(settlement))));
  expect(await settledOf(api, session)).toMatchObject({
    total_settled: "3000.00",
    settled_count: 1,
    differences: [],
  });
  expect(await openAbout(...keys)).toEqual([[1, "settlement_mismatch", "3000.00", "2990.00"]]);
});

test("a settlement of 2,500 payments, over 1 MiB, settles them all", async ({ api, bank }) => {
  test.setTimeout(120_000);
  const session = await createSession(api);
  const payments = Array.from({ length: 2_500 }, () => transferTo(bank, session));
  const waiting = payments.values();
  const lane = async () => {
    // An `expect` for each of so many responses would take minutes.
    for (const { notification } of waiting) assert.equal((await bank.post(notification)).status, 200);
  };
  await Promise.all(Array.from({ length: 50 }, lane));
  const keys = payments.map(({ paymentKey }) => paymentKey);
  const notification = monnifySettlement(bank, {
    keys,
    amounts: Object.fromEntries(keys.map((key) => [key, "5000.00"])),
  });
  expect(notification.body.length).toBeGreaterThan(1_048_576);
  expectData(await bank.post(notification));
  expect(await settledOf(api, session)).toMatchObject({
    total_settled: "12500000.00",
    settled_count: 2_500,
    pending_count: 0,
    differences: [],
  });
  const [open] = await withDatabase(
    (sql) => sql`select count(*)::int as count from exceptions where correlation_key = any(${keys})`,
  );
  expect(open?.count).toBe(0);
});
