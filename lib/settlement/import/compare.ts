import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Mode } from "@/lib/core/scope";
import type { TransactionStatus } from "@/lib/core/transaction";
import type { Db } from "@/lib/db/client";
import type { ProviderName } from "@/lib/env";
import { describeMismatch } from "../mark-settled";
import type { ImportedLine } from "./csv";

/** The payments that an import may settle: of one session, or of one provider at the deployment's bank connection. */
export type ImportTarget = { mode: Mode } & ({ sessionId: Id<"session"> } | { provider: ProviderName });

/** The recorded payment that a line names. */
interface NamedPayment {
  line: number;
  organisationId: Id<"organisation">;
  provider: ProviderName;
  bankConnectionId: Id<"bankConnection">;
  status: TransactionStatus;
  amount: Kobo;
  fee: Kobo | null;
  stampDuty: Kobo | null;
  isSettled: boolean;
  /** Whether this settlement's line of the payment is stored already. */
  isImported: boolean;
}

/**
 * The effect of importing a line: `ready` settles the payment, `pending` settles it once it is successful, `exception`
 * opens one that `detail` describes, `imported` has no effect, `unknown` names no payment.
 */
type LineOutcome = "ready" | "pending" | "exception" | "imported" | "unknown";

/** A line with its outcome and its payment, if there is one. */
export interface ComparedLine extends ImportedLine {
  outcome: LineOutcome;
  detail?: string | undefined;
  payment?: NamedPayment | undefined;
}

/** Compares the lines with the recorded payments. The result is a preview: payments can change until the import. */
export async function compareLines(
  db: Db,
  target: ImportTarget,
  lines: readonly ImportedLine[],
): Promise<ComparedLine[]> {
  const payments = new Map((await findPayments(db, target, lines)).map((one) => [one.line, one]));
  return lines.map((line) => {
    const payment = payments.get(line.line);
    return { ...line, payment, ...outcomeOf(line, payment) };
  });
}

function outcomeOf(
  line: ImportedLine,
  payment: NamedPayment | undefined,
): Pick<ComparedLine, "outcome" | "detail"> {
  if (!payment) return { outcome: "unknown" };
  if (payment.isImported) return { outcome: "imported" };
  if (payment.status === "pending") return { outcome: "pending" };
  const { settlementReference: reference, amount: stated, isNet } = line;
  const detail = describeMismatch({ ...payment, reference, stated, isNet }, payment.isSettled);
  return detail ? { outcome: "exception", detail } : { outcome: "ready" };
}

/** One index lookup per line and bank connection. */
function findPayments({ sql }: Db, target: ImportTarget, lines: readonly ImportedLine[]) {
  const keys = lines.map(({ line, paymentReference, settlementReference }) => ({
    line,
    payment_key: paymentReference,
    reference: settlementReference,
  }));
  const isTarget = "sessionId" in target ? sql`p.session_id = ${target.sessionId}` : sql`true`;
  const isConnection =
    "provider" in target ? sql`provider = ${target.provider} and organisation_id is null` : sql`true`;
  return sql<NamedPayment[]>`
    select distinct on (listed.line) listed.line, t.organisation_id, t.provider, t.bank_connection_id, t.status, t.amount,
      t.fee, t.stamp_duty, t.settled_on is not null as is_settled, l.id is not null as is_imported
    from json_to_recordset(${JSON.stringify(keys)}::text::json) as listed(line int, payment_key text, reference text)
    cross join (select id from bank_connections where ${isConnection}) c
    cross join lateral (
      select transaction_id from payment_identities p
      where p.mode = ${target.mode} and p.bank_connection_id = c.id and p.payment_key = listed.payment_key
        and ${isTarget} limit 1) p
    cross join lateral (select * from transactions where id = p.transaction_id limit 1) t
    left join lateral (
      select id from settlement_lines
      where mode = ${target.mode} and bank_connection_id = c.id and payment_key = listed.payment_key
        and reference = listed.reference limit 1) l on true
    order by listed.line, c.id`;
}
