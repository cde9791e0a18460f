/** Guarantee: a database in use before bank connections keeps its identities, exceptions and settled marks, and goes on. */
import type postgres from "postgres";
import { describe, expect, it } from "vitest";
import { type BankCredit, providerNamed, readStoredMessage } from "@/lib/bank";
import { fixture, SAMPLE } from "@/lib/bank/testing/notices";
import { systemDb } from "@/lib/db/client";
import type { ProviderName } from "@/lib/env";
import { listExceptions, toStoredNotification } from "@/lib/exceptions";
import { assignException, listNotifications } from "@/lib/intake";
import { summariseReconciliation } from "@/lib/reconciliation";
import { summariseSettlement } from "@/lib/settlement";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";

const id = (prefix: string, at: number) => `${prefix}_01m7wja30291e5wma656tpsg${String(at).padStart(2, "0")}`;
const [ORGANISATION, OPEN, LIVE] = [id("org", 0), id("ses", 1), id("ses", 2)] as [
  `org_${string}`,
  `ses_${string}`,
  `ses_${string}`,
];
const ACCOUNT = "9930000902";
const AT = new Date("2026-11-20T10:00:00.000Z");
const DAY = "2026-11-21";

interface Paid {
  at: number;
  provider: ProviderName;
  status?: "successful" | "pending" | "failed";
  /** The settlement that lists it. */
  settlement?: string;
  isSettled?: boolean;
}

const keyOf = ({ at, provider }: Pick<Paid, "at" | "provider">) => `${provider}-${at}`;

/** What the bank posts of a payment of 12,500.50. */
function bodyOf({ at, provider, status = "successful" }: Paid): Buffer {
  const bankRef = `ref-${at}`;
  const credit = { ...SAMPLE, paymentKey: keyOf({ at, provider }), account: ACCOUNT, bankRef, paidAt: AT };
  const { body } = providerNamed(provider).compose(
    { ...credit, status: status === "failed" ? "failed" : "successful" },
    "secret",
  );
  return Buffer.from(status === "pending" ? body.replace('"successful"', '"pending"') : body);
}

function creditOf(paid: Paid): BankCredit {
  const message = readStoredMessage(paid.provider, 1, bodyOf(paid));
  if (message.kind !== "credit") throw new Error(`${keyOf(paid)} is no credit`);
  return message;
}

const PAID: Paid[] = [
  { at: 1, provider: "paystack" },
  { at: 2, provider: "monnify", settlement: "settlement-1", isSettled: true },
  { at: 3, provider: "lenco", status: "pending", settlement: "lenco-3" },
  { at: 4, provider: "monnify", status: "failed", settlement: "settlement-1" },
];
const [PLAIN, SETTLED, PENDING, FAILED] = PAID as [Paid, Paid, Paid, Paid];
/** Settled, but not reported yet. */
const UNREPORTED: Paid[] = [
  { at: 5, provider: "monnify", settlement: "settlement-1" },
  { at: 6, provider: "lenco", settlement: "lenco-6" },
];
const LATE: Paid = { at: 7, provider: "paystack" };

/** Monnify's settlement of three payments, as a fixture's with their keys and amounts. */
function monnifySettlement(): Buffer {
  const json = JSON.parse(fixture("monnify", "settlement").toString());
  const [sample] = json.eventData.transactions;
  const lines = [SETTLED, FAILED, ...UNREPORTED].filter(({ provider }) => provider === "monnify");
  json.eventData.settlementReference = "settlement-1";
  json.eventData.transactions = lines.map((line) => ({
    ...{ ...sample, transactionReference: keyOf(line), amountPaid: "12500.50" },
  }));
  return Buffer.from(JSON.stringify(json));
}

const lencoSettlement = (key: string) =>
  Buffer.from(fixture("lenco", "settled").toString().replace("va-txn-1", key).replace("5000.00", "12500.50"));

async function fill(sql: postgres.Sql): Promise<void> {
  await sql`insert into organisations (id, name) values (${ORGANISATION}, 'Eko')`;
  for (const [session, mode, issuer, fragment] of [
    [OPEN, "test", "sandbox", "1"],
    [LIVE, "live", "nomba", "2"],
  ] as const) {
    await sql`
      insert into sessions (session_id, organisation_id, mode, external_event_id, name, currency, account_issuer,
        account_number, terminal_fragment, created_at)
      values (${session}, ${ORGANISATION}, ${mode}, 'e', 'n', 'NGN', ${issuer}, ${ACCOUNT}, ${fragment}, ${AT})`;
    await sql`
      insert into session_counters (session_id, organisation_id, mode, last_number, last_created_at)
      values (${session}, ${ORGANISATION}, ${mode}, ${mode === "test" ? PAID.length : 0}, ${AT})`;
  }
  for (const paid of PAID) await fillPayment(sql, paid);
  for (const paid of UNREPORTED)
    await sql`
      insert into payments (mode, provider, payment_key, settled_on, settlement_reference)
      values ('test', ${paid.provider}, ${keyOf(paid)}, ${DAY}, ${paid.settlement ?? null})`;
  await sql`
    insert into settlement_totals (session_id, settled_on, organisation_id, mode, count, amount)
    values (${OPEN}, ${DAY}, ${ORGANISATION}, 'test', 1, ${SAMPLE.amount.toString()})`;
  await fillNotice(sql, 11, {
    ...{ provider: "monnify", event: "SETTLEMENT", key: "settlement-1", body: monnifySettlement() },
  });
  for (const [at, key] of [
    [12, "lenco-3"],
    [13, "lenco-6"],
  ] as const)
    await fillNotice(sql, at, {
      ...{ provider: "lenco", event: "virtual-account.transaction.settled", key, body: lencoSettlement(key) },
    });
  for (const [at, key, body] of [
    [14, "digest", Buffer.from("{}")],
    [15, keyOf(PLAIN), Buffer.concat([bodyOf(PLAIN), Buffer.from("\n")])],
    [17, keyOf(LATE), bodyOf(LATE)],
  ] as const)
    await fillNotice(sql, at, { provider: "paystack", event: "charge.success", key, body });
  for (const [at, reason, subject, notice, resolution] of [
    [21, "unknown_destination", keyOf(LATE), 17, null],
    [22, "settlement_mismatch", keyOf(FAILED), 11, null],
    [23, "session_closed", keyOf(PLAIN), 1, "assigned"],
    [24, "conflicting_repeat", keyOf(PLAIN), 1, "noted"],
  ] as const)
    await sql`
      insert into exceptions (id, organisation_id, session_id, mode, provider, reason, subject, amount, detail, credit,
        notice_id, created_at, resolved_at, resolution, transaction_id)
      values (${id("exc", at)}, ${ORGANISATION}, ${OPEN}, 'test', ${at === 22 ? "monnify" : "paystack"}, ${reason},
        ${subject}, ${at === 22 ? 0 : SAMPLE.amount.toString()}, 'detail', ${at === 21 ? storedCredit() : null}::text::jsonb,
        ${id("ntc", notice)}, ${AT}, ${resolution && AT}, ${resolution}, ${resolution && id("txn", 1)})`;
}

/** A credit as exceptions stored it then: without an account's reference. */
function storedCredit(): string {
  const { accountReference: _, ...credit } = creditOf(LATE);
  return JSON.stringify(credit, (_, value) => (typeof value === "bigint" ? "12500.50" : value));
}

async function fillPayment(sql: postgres.Sql, paid: Paid): Promise<void> {
  const { at, provider, status = "successful", settlement = null, isSettled = false } = paid;
  const [transaction, notice, key] = [id("txn", at), id("ntc", at), keyOf(paid)];
  await sql`
    insert into payments (mode, provider, payment_key, session_id, transaction_id, settled_on, settlement_reference)
    values ('test', ${provider}, ${key}, ${OPEN}, ${transaction}, ${settlement && DAY}, ${settlement})`;
  await sql`
    insert into transactions (session_id, number, id, organisation_id, mode, provider, payment_key, amount, currency,
      channel, status, sender_name, sender_account, sender_bank, sender_bank_name, narration, bank_ref, paid_at,
      created_at, settled_on, notice_id)
    values (${OPEN}, ${at}, ${transaction}, ${ORGANISATION}, 'test', ${provider}, ${key}, ${SAMPLE.amount.toString()},
      'NGN', 'bank_transfer', ${status}, '', '', '', '', '', ${`ref-${at}`}, ${AT}, ${AT}, ${isSettled ? DAY : null}, ${notice})`;
  await sql`
    insert into session_totals (session_id, channel, terminal_id, operator_id, status, organisation_id, mode, count, amount)
    values (${OPEN}, 'bank_transfer', '', '', ${status}, ${ORGANISATION}, 'test', 1, ${SAMPLE.amount.toString()})
    on conflict (session_id, channel, terminal_id, operator_id, status)
      do update set count = session_totals.count + 1, amount = session_totals.amount + excluded.amount`;
  await fillNotice(sql, at, { provider, event: "payment", key, body: bodyOf(paid), session: OPEN });
}

async function fillNotice(
  sql: postgres.Sql,
  at: number,
  notice: { provider: ProviderName; event: string; key: string; body: Buffer; session?: string },
): Promise<void> {
  const { provider, event, key, body, session = null } = notice;
  await sql`
    insert into notices (id, organisation_id, session_id, mode, provider, event, payment_key, body, signature, received_at)
    values (${id("ntc", at)}, ${session && ORGANISATION}, ${session}, 'test', ${provider}, ${event}, ${key}, ${body}, 's', ${AT})`;
}

useTestDatabase({ migration: "0002_who_watches", fill });

const scope = { organisationId: ORGANISATION, mode: "test" as const };

/** Reports a payment once more, or for the first time. */
function report(paid: Paid) {
  const { provider } = paid;
  const body = Buffer.concat([bodyOf(paid), Buffer.from(" ")]);
  const notice = toStoredNotification({
    ...{ mode: "test", provider, event: "event", adapterVersion: 1, body, signature: "s" },
  });
  return recordCredit({ credit: creditOf(paid), notice });
}

const lineOf = async (paid: Paid) =>
  (
    await systemDb().sql`
      select reference, settled_on::text as day, gross, net, state, notice_id as "noticeId" from settlement_lines
      where bank_connection_id = ${`bnk_${paid.provider}`} and payment_key = ${keyOf(paid)}`
  ).map((row) => ({ ...row }));

describe("a database that was in use before bank connections", () => {
  it("keeps its sums and its settled mark, each under its settlement's line", async () => {
    expect(await summariseReconciliation(scope, OPEN)).toMatchObject({
      ...{ transaction_count: 4, successful_count: 2, pending_count: 1, failed_count: 1 },
      total_inflow: 2n * SAMPLE.amount,
    });
    expect(await summariseSettlement(scope, OPEN)).toMatchObject({
      ...{ settled_count: 1, total_settled: SAMPLE.amount },
      by_date: { [DAY]: { count: 1, total: SAMPLE.amount } },
    });
    const line = { day: DAY, gross: SAMPLE.amount, net: null };
    expect(await lineOf(SETTLED)).toEqual([
      { ...line, reference: "settlement-1", state: "applied", noticeId: id("ntc", 11) },
    ]);
    expect(await lineOf(PENDING)).toEqual([
      { ...line, reference: "lenco-3", state: "waiting", noticeId: id("ntc", 12) },
    ]);
    expect(await lineOf(FAILED)).toEqual([
      { ...line, reference: "settlement-1", state: "refused", noticeId: id("ntc", 11) },
    ]);
    expect(await lineOf(PLAIN)).toEqual([]);
  });

  it("keeps the settlement of payments that were not reported yet, with the amounts of its notification", async () => {
    for (const [paid, notice] of [
      [UNREPORTED[0], 11],
      [UNREPORTED[1], 13],
    ] as const)
      expect(await lineOf(paid as Paid)).toEqual([
        {
          ...{ reference: paid?.settlement, day: DAY, gross: SAMPLE.amount, net: null, state: "waiting" },
          noticeId: id("ntc", notice),
        },
      ]);
  });

  it("gives accounts, notifications and exceptions their bank connection and keeps what became of them", async () => {
    const accounts = await systemDb().sql`
      select session_id as id, account_connection_id as connection from sessions order by 1`;
    expect(accounts.map((row) => [row.id, row.connection])).toEqual([
      [OPEN, "bnk_sandbox"],
      [LIVE, "bnk_nomba"],
    ]);
    const outcomes = new Map((await listNotifications({})).map((one) => [one.id, one.outcome]));
    const shown = [1, 4, 11, 12, 14, 15, 17].map((at) => outcomes.get(id("ntc", at) as `ntc_${string}`));
    expect(shown).toEqual([
      ...["recorded", "recorded", "settlement", "settlement", "ignored", "status", "exception"],
    ]);
    const all = await listExceptions({ open: false });
    expect(all.map((one) => [one.id, one.reason, one.paymentKey, one.resolution]).sort()).toEqual([
      [id("exc", 21), "unknown_destination", keyOf(LATE), null],
      [id("exc", 22), "settlement_mismatch", keyOf(FAILED), null],
      [id("exc", 23), "session_closed", keyOf(PLAIN), "assigned"],
      [id("exc", 24), "conflicting_repeat", keyOf(PLAIN), "noted"],
      ...UNREPORTED.map((paid) => [
        expect.stringMatching(/^exc_[0-9a-f]{26}$/),
        ...["settlement_unreported", keyOf(paid), null],
      ]),
    ]);
  });

  it("takes a repeat of a recorded payment as known, and settles the pending one once it is successful", async () => {
    expect(await report(PLAIN)).toEqual({ fate: "known" });
    expect(await report({ ...PENDING, status: "successful" })).toEqual({ fate: "known" });
    expect(await lineOf(PENDING)).toMatchObject([{ state: "applied" }]);
    expect(await summariseSettlement(scope, OPEN)).toMatchObject({ settled_count: 2 });
  });

  it("settles an unreported payment when it is reported, and records an open exception's where it is assigned", async () => {
    for (const paid of UNREPORTED) expect(await report(paid)).toMatchObject({ fate: "recorded" });
    expect(await summariseSettlement(scope, OPEN)).toMatchObject({ settled_count: 4 });
    await assignException({ exceptionId: id("exc", 21), sessionId: OPEN });
    expect(await report(LATE)).toEqual({ fate: "known" });
    expect(await summariseReconciliation(scope, OPEN)).toMatchObject({ successful_count: 6 });
    expect((await listExceptions({})).map((one) => one.id)).toEqual([id("exc", 22)]);
  });
});
