import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, systemDb } from "@/lib/db/client";
import type { RowOf } from "@/lib/db/rows";
import type { transactions } from "@/lib/db/schema";
import { reversedExpression } from "./reversed-expression";

/** A recorded transaction. */
type RecordedPayment = RowOf<
  typeof transactions,
  | "id"
  | "sessionId"
  | "amount"
  | "senderName"
  | "senderAccount"
  | "senderBank"
  | "senderBankName"
  | "narration"
  | "bankRef"
  | "status"
  | "channel"
  | "paidAt"
  | "settledOn"
>;

/** An event that an exception is about. */
export interface ExceptionEvent {
  sessionId: Id<"session">;
  name: string;
  closedAt: Date | null;
}

/** The records related to an exception. */
export interface RelatedRecords {
  /** The exception's own event and the one in which its payment is recorded, by id. */
  events: ReadonlyMap<string, ExceptionEvent>;
  /** The transaction of its payment, if the same organisation recorded it. */
  recorded: RecordedPayment | undefined;
  /** Whether the bank took its payment back. */
  isReversed: boolean;
  /** Whether it has a refused settlement line that a member can still accept. */
  isAcceptable: boolean;
}

interface Lookup {
  id: Id<"exception">;
  sessionId: Id<"session"> | null;
  transactionId: Id<"transaction"> | null;
  isReversed: boolean;
  hasRefusedLine: boolean;
}

/**
 * Finds the records related to these exceptions, by exception id. Payment identities, reversals and settlement lines can
 * have no organisation, so they are read as the system; transactions are read as the organisation.
 */
export async function findRelatedRecords(
  { organisationId }: Scope,
  exceptionIds: readonly Id<"exception">[],
): Promise<ReadonlyMap<Id<"exception">, RelatedRecords>> {
  if (exceptionIds.length === 0) return new Map();
  const lookups = await lookUp(exceptionIds);
  const ids = lookups.flatMap(({ transactionId }) => transactionId ?? []);
  const { recorded, events } = await asOrganisation(organisationId, async ({ sql }) => {
    const found = await sql<RecordedPayment[]>`
      select id, session_id, amount, sender_name,
        sender_account, sender_bank, sender_bank_name, narration,
        bank_ref, status, channel, paid_at, settled_on
      from transactions where id = any(${ids}) and organisation_id = ${organisationId}`;
    const sessionIds = [...lookups, ...found].flatMap(({ sessionId }) => sessionId ?? []);
    const named = await sql<ExceptionEvent[]>`
      select s.session_id, s.name, state.closed_at from sessions s join session_states state using (session_id)
      where s.session_id = any(${sessionIds}) and s.organisation_id = ${organisationId}`;
    return { recorded: found, events: new Map(named.map((one) => [one.sessionId as string, one])) };
  });
  const byId = new Map(recorded.map((one) => [one.id, one]));
  return new Map(
    lookups.map(({ id, transactionId, hasRefusedLine, isReversed }) => {
      const mine = transactionId ? byId.get(transactionId) : undefined;
      const isAcceptable = hasRefusedLine && mine?.status === "successful" && mine.settledOn === null;
      return [id, { events, isReversed, recorded: mine, isAcceptable }];
    }),
  );
}

async function lookUp(exceptionIds: readonly Id<"exception">[]): Promise<Lookup[]> {
  const db = systemDb();
  return db.sql<Lookup[]>`
    select e.id, e.session_id, p.transaction_id, ${reversedExpression(db)} as is_reversed,
      e.resolved_at is null and e.reason = 'settlement_mismatch' and exists (
        select from settlement_lines l
        where l.mode = e.mode and l.bank_connection_id = e.bank_connection_id and l.payment_key = e.correlation_key
          and l.notification_id = e.notification_id and l.state = 'refused') as has_refused_line
    from exceptions e
    left join payment_identities p on p.mode = e.mode and p.bank_connection_id = e.bank_connection_id
      and p.payment_key = e.correlation_key
    where e.id = any(${[...exceptionIds]})`;
}
