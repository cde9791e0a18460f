import { type BankReversal, isOrganisationsConnection } from "@/lib/bank";
import { groupBy } from "@/lib/core/keys";
import type { Kobo } from "@/lib/core/money";
import { dedupeKey } from "@/lib/exceptions";
import type { Difference, Run } from "../difference";
import { type ExpectedFact, expectedFact } from "./facts";
import type { OtherNotification } from "./other-notifications";

/** A notification that reports a reversal. */
export interface ReversalReport {
  one: OtherNotification;
  message: BankReversal;
}

interface StoredReversal {
  id: string;
  kind: string;
  stage: string;
  reference: string;
  amount: Kobo;
  dueAt: Date | null;
  paymentKey: string;
  notificationId: string;
  transactionId: string | null;
  /** The notification that the stored reversal is compared with. */
  reportId: string;
}

type Stated = Pick<StoredReversal, "kind" | "stage" | "reference" | "amount">;

/**
 * Compares the stored reversals with the notifications that report them, and returns the facts that require an
 * exception. A fact that several notifications report is stored under the first.
 */
export async function reportReversals(run: Run, reports: readonly ReversalReport[]): Promise<ExpectedFact[]> {
  if (reports.length === 0) return [];
  const rows = groupBy(await readReversals(run, reports), ({ reportId }) => reportId);
  return reports.flatMap((report) => {
    const { found, facts } = compare(report, rows.get(report.one.id) ?? []);
    run.report(found);
    return facts;
  });
}

const describe = ({ kind, stage, reference, amount }: Stated) =>
  `${kind} ${stage} "${reference}" ${amount} kobo`;

function compare({ one, message }: ReversalReport, rows: readonly StoredReversal[]) {
  const { paymentKeys, stage, reference, amount = 0n, dueAt = null } = message;
  const { sessionId } = one;
  const stated: Stated = { kind: message.reversal, stage, reference, amount };
  const derived = `${describe(stated)} of ${paymentKeys.join(" or ")}`;
  const isSame = (row: StoredReversal) =>
    describe(row) === describe(stated) && paymentKeys.includes(row.paymentKey);
  const same = rows.filter(isSame);
  const found: Difference[] = rows
    .filter((row) => row.notificationId === one.id && !isSame(row))
    .map((row) => ({
      sessionId,
      what: `reversal ${row.id}`,
      kept: `${describe(row)} of ${row.paymentKey}`,
      derived,
    }));
  for (const row of same.filter(({ notificationId }) => notificationId === one.id))
    if (row.dueAt?.getTime() !== dueAt?.getTime())
      found.push({
        sessionId,
        what: `due date of reversal ${row.id}`,
        kept: row.dueAt?.toISOString() ?? "none",
        derived: dueAt?.toISOString() ?? "none",
      });
  if (same.length === 0) found.push({ sessionId, what: `reversal of ${one.id}`, kept: "none", derived });
  const named = same.filter(({ transactionId }) => transactionId !== null);
  // At an organisation's own connection an unknown payment may belong to its other business.
  if (named.length === 0 && isOrganisationsConnection(one.bankConnectionId)) return { found, facts: [] };
  const abouts = named.length > 0 ? named : [{ paymentKey: paymentKeys[0] ?? "", transactionId: null }];
  // A refund in progress needs no decision.
  if (stage === "pending") return { found, facts: [] };
  const facts = abouts.map(({ paymentKey, transactionId }) =>
    expectedFact(one, [dedupeKey(one, reversalFact(stated, paymentKey, transactionId))]),
  );
  return { found, facts };
}

/** The fact of a reversal's exception: the payment's key, and its transaction if that was recorded by then. */
export function reversalFact(
  { kind, stage, reference, amount }: Stated,
  correlationKey: string,
  transactionId: string | null,
) {
  const facts = [kind, stage, reference, ...(transactionId ? [transactionId] : [])];
  return { reason: "reversal" as const, correlationKey, facts, amount };
}

/** Reads the reversals of each notification and those of the payments that it names. */
function readReversals({ db }: Run, reports: readonly ReversalReport[]) {
  const named = reports.flatMap(({ one, message }) =>
    message.paymentKeys.map((key) => ({
      report: one.id,
      mode: one.mode,
      connection: one.bankConnectionId,
      key,
    })),
  );
  const columns = db.sql`
    r.id, r.kind, r.stage, r.reference, r.amount, r.due_at, r.payment_key, r.notification_id,
    r.transaction_id`;
  return db.sql<StoredReversal[]>`
    select ${columns}, n.report as report_id
    from json_to_recordset(${JSON.stringify(named)}::text::json) as n(report text, mode text, connection text, key text)
    join reversals r on r.mode = n.mode and r.bank_connection_id = n.connection and r.payment_key = n.key
    union
    select ${columns}, r.notification_id from reversals r where r.notification_id = any(${reports.map(({ one }) => one.id)})`;
}
