import { notFound } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Kobo } from "@/lib/core/money";
import type { Scope } from "@/lib/core/scope";
import type { Day } from "@/lib/core/time";
import { readSystemSnapshot } from "@/lib/db/client";
import { ownSessionCondition } from "@/lib/db/session-state";

/** A payment of a session in a settlement. */
export interface SettledPayment {
  settledOn: Day;
  provider: string;
  reference: string;
  source: string;
  destinationBank: string;
  destinationAccount: string;
  transactionId: Id<"transaction">;
  paymentKey: string;
  channel: string;
  amount: Kobo;
  fee: Kobo | null;
  stampDuty: Kobo | null;
  /** The amount that the bank states in kobo: gross, else net. */
  stated: Kobo;
  state: "waiting" | "applied" | "refused";
}

/**
 * Lists the payments of a session that a settlement contains, latest settlement first, with the session's version. Throws
 * `Failure("not_found")`.
 */
export function listSettledPayments(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<{ version: number; payments: readonly SettledPayment[] }> {
  // Settlement lines belong to a bank connection, not to an organisation, so the session's owner is checked here.
  return readSystemSnapshot(scope, async (db) => {
    const { sql } = db;
    const [own] = await sql<{ version: bigint }[]>`
      select version from session_states where ${ownSessionCondition(db, scope, sessionId)}`;
    if (!own) throw notFound("session");
    const payments = await sql<SettledPayment[]>`
      select l.settled_on::text as settled_on, t.provider, l.reference, s.source, s.destination_bank, s.destination_account,
        t.id as transaction_id, t.payment_key, t.channel, t.amount, t.fee, t.stamp_duty, coalesce(l.gross, l.net) as stated,
        l.state
      from transactions t
      join settlement_lines l on l.mode = t.mode and l.bank_connection_id = t.bank_connection_id
        and l.payment_key = t.payment_key
      join settlements s on s.mode = l.mode and s.bank_connection_id = l.bank_connection_id and s.reference = l.reference
      where t.session_id = ${sessionId} and t.organisation_id = ${scope.organisationId}
      order by l.settled_on desc, l.reference, t.sequence`;
    return { version: Number(own.version), payments };
  });
}
