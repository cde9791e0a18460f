// Guarantee: no field other than the amount, the payment's identity and its destination makes a notification refused or wrongly recorded (§2.5, §4.13).
import { getProvider, type Provider } from "@/lib/bank";
import { setMember } from "@/lib/bank/testing/notifications";
import { newKey, signNotification } from "../bank-samples";
import {
  type Bank,
  createSession,
  expect,
  expectData,
  type OperatorData,
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
  withDatabase,
} from "../ledger-queries";
import { signInOwner } from "./owner";

type Named = "paystack" | "monnify" | "nomba" | "lenco" | "moniepoint";

/** The paths of these members in each bank's notification. */
const MEMBERS: Record<Named, { currency: string; paidAt: string; fee?: string; duty?: string }> = {
  paystack: { currency: "data.currency", paidAt: "data.paid_at", fee: "data.fees" },
  monnify: { currency: "eventData.currency", paidAt: "eventData.paidOn" },
  nomba: {
    currency: "data.transaction.currency",
    paidAt: "data.transaction.time",
    fee: "data.transaction.fee",
  },
  lenco: { currency: "data.currency", paidAt: "data.datetime", fee: "data.fee", duty: "data.stampDuty" },
  moniepoint: { currency: "data.currency", paidAt: "data.transactionTime" },
};
const BANKS = Object.keys(MEMBERS) as Named[];

/** A payment of 12,500.50 into a session in this bank's format, with other values of some members. */
function payment(bank: Bank, provider: Named, session: SessionData, members: Record<string, unknown>) {
  const { channels }: Pick<Provider, "channels"> = getProvider(provider);
  const credit = bank.credit(
    channels.includes("bank_transfer")
      ? { account: accountOf(session) }
      : { channel: "pos", device: terminalOf(session) },
  );
  const json = JSON.parse(bank.compose(credit, provider).body);
  for (const [path, value] of Object.entries(members)) setMember(json, path, value);
  return {
    paymentKey: credit.paymentKey,
    notification: signNotification(bank, provider, JSON.stringify(json)),
  };
}

/**
 * Returns the stored columns of a payment that the API does not show, and whether its notification is stored byte
 * for byte.
 */
async function storedOf(paymentKey: string, body: string | Buffer) {
  const [row] = await withDatabase(
    (sql) => sql`
      select t.fee, t.stamp_duty, n.body = ${Buffer.from(body)} as is_raw
      from transactions t join bank_notifications n on n.id = t.notification_id where t.payment_key = ${paymentKey}`,
  );
  return row && { ...row };
}

for (const provider of BANKS) {
  const { currency, paidAt, fee, duty } = MEMBERS[provider];

  test(`a currency of ${provider}'s that is not a string is never recorded as naira`, async ({
    api,
    bank,
  }) => {
    const session = await createSession(api);
    const odd = [{}, ["USD"], ["NGN"], { code: "NGN" }, true, 566, "", "NG N", "USD"];
    const keys: string[] = [];
    for (const value of odd) {
      const { notification, paymentKey } = payment(bank, provider, session, { [currency]: value });
      expectData(await bank.post(notification));
      keys.push(paymentKey);
    }
    expect(await listAll(api, session)).toEqual([]);
    const found = await listExceptions(...keys);
    expect(found.map(({ reason, amount }) => [reason, amount])).toEqual(
      odd.map(() => ["unsupported_currency", "12500.50"]),
    );
    for (const value of [undefined, null, "NGN", "ngn"])
      expectData(await bank.post(payment(bank, provider, session, { [currency]: value }).notification));
    expect(await getReconciliation(api, session)).toMatchObject({
      successful_count: 4,
      total_inflow: "50002.00",
    });
  });

  test(`a time of ${provider}'s past the year 9999 or before the year 1 is ignored: the payment is recorded, its bytes stored`, async ({
    api,
    bank,
  }) => {
    const session = await createSession(api);
    for (const time of ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "not a time", 12]) {
      const { notification, paymentKey } = payment(bank, provider, session, { [paidAt]: time });
      expectData(await bank.post(notification));
      expect(await storedOf(paymentKey, notification.body)).toMatchObject({ is_raw: true });
    }
    const rows = await listAll(api, session);
    expect(rows).toHaveLength(4);
    for (const { paid_at, created_at } of rows)
      expect(Math.abs(Date.parse(paid_at) - Date.parse(created_at))).toBeLessThan(10_000);
  });

  for (const member of [fee, duty].filter((one) => one !== undefined)) {
    test(`an impossible ${member} of ${provider}'s is ignored: the payment is recorded, its bytes stored`, async ({
      api,
      bank,
    }) => {
      const session = await createSession(api);
      const column = member === duty ? "stamp_duty" : "fee";
      const odd = [
        1e19,
        1e300,
        "99999999999999999999.00",
        "9223372036854775808",
        -1,
        "-5.00",
        {},
        ["5"],
        "five",
      ];
      for (const value of odd) {
        const { notification, paymentKey } = payment(bank, provider, session, { [member]: value });
        expectData(await bank.post(notification));
        expect(await storedOf(paymentKey, notification.body), String(value)).toMatchObject({
          ...{ [column]: null, is_raw: true },
        });
      }
      expect(await getReconciliation(api, session)).toMatchObject({ successful_count: odd.length });
    });
  }
}

test("a payment with an implausible date is recorded with the time of receipt, and every screen of it works", async ({
  api,
  bank,
  baseURL,
  request,
  platform,
}) => {
  const owner = await signInOwner(request, platform);
  const ahead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  for (const [time, isPlausible] of [
    ["2038-01-20T00:00:00.000Z", false],
    ["9999-12-31T23:59:59.999Z", false],
    ["0001-01-01T00:00:00.000Z", false],
    ["1999-12-31T23:59:59.999Z", false],
    ["2000-01-01T00:00:00.000Z", true],
    [ahead(25), false],
    [ahead(23), true],
  ] as const) {
    const session = await createSession(api);
    const terminal = terminalOf(session);
    const credit = bank.credit({ channel: "pos", device: terminal, paidAt: new Date(time) });
    const json = JSON.parse(bank.compose(credit, "lenco").body);
    json.data.datetime = time;
    expectData(await bank.post(signNotification(bank, "lenco", JSON.stringify(json))));
    const [row] = await listAll(api, session);
    if (!row) throw new Error(`The payment of ${time} is not recorded`);
    if (isPlausible) expect(row.paid_at).toBe(time);
    else expect(Math.abs(Date.parse(row.paid_at) - Date.parse(row.created_at)), time).toBeLessThan(10_000);
    const { steps } = await owner.payment(session, row.id);
    expect(steps[0], time).toMatchObject({ kind: "paid", at: row.paid_at, is_receipt: !isPlausible });

    const live = await owner.firstOf(`${baseURL}/api/live/${session.session_id}`);
    expect(live.status, time).toBe(200);
    expect(live.text, time).toContain("12500.50");
    const home = `/api/dashboard/sessions/${session.session_id}`;
    for (const path of [`${home}/terminals`, `${home}/terminals/${terminal}`, `${home}/payments`])
      expect((await owner.get(path)).status(), `${path} with ${time}`).toBe(200);
    const activity = `/v1/sessions/${session.session_id}/terminals/${terminal}/activity`;
    expect(expectData(await api.get(activity))).toMatchObject({ summary: { transaction_count: 1 } });
  }
});

test("a payment with an implausible time belongs to the terminal and the operator at the time of receipt", async ({
  api,
  bank,
}) => {
  const session = await createSession(api);
  const [terminal, device] = [terminalOf(session), newKey()];
  const [from, to] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString()) as [
    string,
    string,
  ];
  const added = await api.post(`/v1/sessions/${session.session_id}/operators`, { name: "Ada" });
  const { id } = expectData<OperatorData>(added, 201);
  await takings(
    ...["operators", "assign", "--terminal", terminal, "--operator", id],
    ...["--from", from, "--to", to],
  );
  await takings("terminals", "pair", "--terminal", terminal, "--device", device, "--from", from);
  await takings("terminals", "unpair", "--terminal", terminal, "--to", to);
  for (const time of ["2038-01-20T00:00:00.000Z", "0001-01-01T00:00:00.000Z"]) {
    const json = JSON.parse(bank.compose(bank.credit({ channel: "pos", device }), "lenco").body);
    json.data.datetime = time;
    expectData(await bank.post(signNotification(bank, "lenco", JSON.stringify(json))));
  }
  const path = `/v1/sessions/${session.session_id}/operators/${id}/transactions`;
  expect(expectData(await api.get(path))).toHaveLength(2);
  expect(await getReconciliation(api, session)).toMatchObject({ by_terminal: { [terminal]: { count: 2 } } });
});
