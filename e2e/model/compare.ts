import assert from "node:assert/strict";
import type { Answer, Api, OperatorData, SessionData, TransactionData } from "../http-client";
import { formatNaira } from "../ledger-queries";
import type { Model, RecordedPayment, Session } from "./model";
import { referenceOf } from "./notifications/notifications";

/** What the API has shown so far and must show again. */
export interface ApiSnapshot {
  /** Each session as its creation answered it. */
  sessions: Map<string, SessionData>;
  /** Transaction ids by the payment's reference. */
  ids: Map<string, string>;
}

/**
 * Returns the `data` of a success. Plain comparisons here and below: an `expect` for each of so many responses
 * would take minutes.
 */
export function dataOf<D>({ status, text, json }: Answer): D {
  assert.ok(status === 200 || status === 201, `${status} ${text.slice(0, 300)}`);
  return (json() as { data: D }).data;
}

export async function read<D>(api: Api, path: string): Promise<D> {
  return dataOf(await api.get(path));
}

const isIn = ({ status }: RecordedPayment) => status === "successful";

function volume(payments: RecordedPayment[]) {
  return { count: payments.length, total: formatNaira(payments.reduce((sum, { kobo }) => sum + kobo, 0n)) };
}

/** The volumes of successful payments by `keyOf`; payments for which it returns undefined are left out. */
function volumesBy(payments: RecordedPayment[], keyOf: (payment: RecordedPayment) => string | undefined) {
  const keys = new Set(payments.filter(isIn).map(keyOf).filter(Boolean)) as Set<string>;
  const entries = [...keys].map((key) => [
    key,
    volume(payments.filter((payment) => isIn(payment) && keyOf(payment) === key)),
  ]);
  return Object.fromEntries(entries);
}

/** The reconciliation of §2.6 without its time. */
function reconciliationOf({ id, recorded }: Session) {
  const count = (status: string) => recorded.filter((payment) => payment.status === status).length;
  return {
    session_id: id,
    total_inflow: volume(recorded.filter(isIn)).total,
    transaction_count: recorded.length,
    successful_count: count("successful"),
    pending_count: count("pending"),
    failed_count: count("failed"),
    by_channel: volumesBy(recorded, ({ channel }) => channel),
    by_terminal: volumesBy(recorded, ({ terminal }) => terminal),
  };
}

/** The settlement of §2.7 without its time. */
function settlementOf(model: Model, { id, recorded }: Session) {
  const successful = recorded.filter(isIn);
  const settled = volume(successful.filter((payment) => model.dayOf(payment)));
  const pending = volume(successful.filter((payment) => !model.dayOf(payment)));
  return {
    session_id: id,
    total_settled: settled.total,
    total_pending_settlement: pending.total,
    settled_count: settled.count,
    pending_count: pending.count,
    by_date: volumesBy(successful, (payment) => model.dayOf(payment)),
  };
}

const rowOf = (payment: RecordedPayment) => ({
  session_id: payment.session.id,
  amount: formatNaira(payment.kobo),
  currency: "NGN",
  channel: payment.channel,
  status: payment.status,
  bank_ref: referenceOf(payment),
  paid_at: new Date(payment.paidAt).toISOString(),
});

/** Compares the list, most recent first, with the model. Returns its rows, for comparison with the other lists. */
function compareList(seen: ApiSnapshot, session: Session, rows: TransactionData[]): void {
  const shown = rows.map(({ session_id, amount, currency, channel, status, bank_ref, paid_at }) => {
    return { session_id, amount, currency, channel, status, bank_ref, paid_at };
  });
  assert.deepEqual(shown, session.recorded.map(rowOf).reverse(), "the list");
  for (const { bank_ref, id } of rows) seen.ids.set(bank_ref, seen.ids.get(bank_ref) ?? id);
  const ids = rows.map(({ id }) => id);
  assert.deepEqual(ids, rows.map(({ bank_ref }) => seen.ids.get(bank_ref)), "a payment keeps its id"); // biome-ignore format: one line
  assert.equal(new Set(ids).size, ids.length, "no two payments have one id");
  const times = rows.map(({ created_at }) => created_at);
  assert.deepEqual(times, [...times].sort().reverse(), "created_at agrees with the order");
}

/** Compares everything that the API shows of a session with the model. Throws an `AssertionError` that has both. */
export async function compareSession(
  api: Api,
  model: Model,
  seen: ApiSnapshot,
  session: Session,
): Promise<void> {
  const home = `/v1/sessions/${session.id}`;
  const list = `/v1/transactions?session_id=${session.id}`;
  const [shown, rows, page, { reconciled_at: _, ...reconciliation }, { generated_at: __, ...settlement }] =
    await Promise.all([
      read<SessionData>(api, home),
      read<TransactionData[]>(api, list),
      read<TransactionData[]>(api, `${list}&limit=2&offset=1`),
      read<Record<string, unknown>>(api, `/v1/reconciliation/${session.id}`),
      read<Record<string, unknown>>(api, `/v1/settlement/${session.id}`),
    ]);
  const status = session.isClosed ? "closed" : "active";
  assert.deepEqual(shown, { ...seen.sessions.get(session.id), status }, "the session");
  compareList(seen, session, rows);
  assert.deepEqual(page, rows.slice(1, 3), "a page of the list");
  assert.deepEqual(reconciliation, reconciliationOf(session), "the reconciliation");
  assert.deepEqual(settlement, settlementOf(model, session), "the settlement");

  const [newest] = rows;
  if (newest) assert.deepEqual(await read(api, `/v1/transactions/${newest.id}`), newest, "one transaction");
  /** The rows of the list for these payments. */
  const rowsOf = (isMeant: (payment: RecordedPayment) => boolean) =>
    rows.filter((_, position) => isMeant(session.recorded.at(-1 - position) as RecordedPayment));
  await Promise.all([
    ...session.terminals.map(async (terminal) => {
      const isThere = (payment: RecordedPayment) => payment.terminal === terminal;
      const { summary, transactions } = await read<{ summary: unknown; transactions: unknown }>(
        api,
        `${home}/terminals/${terminal}/activity`,
      );
      const took = session.recorded.filter(isThere);
      const sums = { transaction_count: took.length, total_volume: volume(took.filter(isIn)).total };
      assert.deepEqual({ summary, transactions }, { summary: sums, transactions: rowsOf(isThere) }, terminal);
    }),
    (async () => {
      const operators = await read<OperatorData[]>(api, `${home}/operators`);
      assert.deepEqual(operators.map(({ id }) => id), session.operators, "the operators"); // biome-ignore format: one line
    })(),
    ...session.operators.map(async (operator) => {
      const taken = await read(api, `${home}/operators/${operator}/transactions`);
      assert.deepEqual(taken, rowsOf((payment) => model.operatorOf(payment) === operator), operator); // biome-ignore format: one line
    }),
  ]);
}
