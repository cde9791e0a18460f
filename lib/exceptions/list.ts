import { Failure, invalid, notFound } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { type Asker, type Scope, scopeIn } from "@/lib/core/scope";
import { isStorable } from "@/lib/core/text";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import type { ExceptionReason } from "@/lib/db/schema";
import { auditResolution } from "./audit-resolution";
import { isReversed } from "./reversed";

/** An exception as a person reads it; account numbers stay inside. */
export interface ExceptionSummary {
  id: Id<"exception">;
  organisationId: Id<"organisation"> | null;
  /** Where it came for; of an assigned one, where its money went. */
  sessionId: Id<"session"> | null;
  mode: string;
  provider: string;
  reason: ExceptionReason;
  paymentKey: string;
  amount: bigint;
  /** The recorded figure beside it, where two differ. */
  recordedAmount: bigint | null;
  /** Whether the bank has taken the payment back. */
  isReversed: boolean;
  /** The exception about the same payment that was resolved before. */
  previousId: Id<"exception"> | null;
  detail: string;
  createdAt: Date;
  resolvedAt: Date | null;
  resolution: string | null;
  note: string | null;
}

/** Lists exceptions, newest first: one organisation's or all, the open ones unless told otherwise. */
export async function listExceptions(filter: {
  organisation?: Id<"organisation">;
  open?: boolean;
}): Promise<ExceptionSummary[]> {
  const db = systemDb();
  const { sql } = db;
  return sql<ExceptionSummary[]>`
    select id, organisation_id as "organisationId", coalesce(
        (select session_id from transactions t where t.id = e.transaction_id and e.resolution = 'assigned'),
        session_id) as "sessionId", mode, provider, reason, subject as "paymentKey", amount,
      recorded_amount as "recordedAmount", ${isReversed(db)} as "isReversed", previous_id as "previousId", detail,
      created_at as "createdAt", resolved_at as "resolvedAt", resolution, note
    from exceptions e
    where ${filter.organisation ? sql`organisation_id = ${filter.organisation}` : sql`true`}
      and ${(filter.open ?? true) ? sql`resolved_at is null` : sql`true`}
    order by created_at desc, id desc`;
}

/**
 * Resolves an exception with a note, or marks its money to be returned; with a scope only that organisation's, and its
 * member stands in the audit log for it. Throws `Failure("not_found")`, or `Failure("conflict")` where it is resolved
 * already.
 */
export async function dismissException(
  request: { exceptionId: string; note: string; resolution?: "noted" | "to_return" },
  asker?: Scope | Asker,
): Promise<void> {
  await systemTx((db) => resolveByNote(db, { resolution: "noted", ...request }, asker));
}

/** The same in a SQL transaction of the caller's, which may do what the decision asks for. Throws as `noteException`. */
export async function resolveByNote(
  db: Db,
  request: { exceptionId: string; note: string; resolution: "noted" | "to_return" | "accepted" },
  asker?: Scope | Asker,
): Promise<void> {
  const scope = scopeIn(asker);
  const { exceptionId, note, resolution } = request;
  if (note.trim() === "" || !isStorable(note)) throw invalid("/note", "note must say what was decided.");
  const { sql } = db;
  const isMine = scope ? sql`organisation_id = ${scope.organisationId} and mode = ${scope.mode}` : sql`true`;
  const [noted] = await sql<{ sessionId: Id<"session"> | null; organisationId: Id<"organisation"> | null }[]>`
    update exceptions set resolved_at = now(), resolution = ${resolution}, note = ${note}
    where id = ${exceptionId} and resolved_at is null and ${isMine}
    returning session_id as "sessionId", organisation_id as "organisationId"`;
  if (!noted) {
    const [exists] = await sql`select from exceptions where id = ${exceptionId} and ${isMine}`;
    if (!exists) throw notFound("exception");
    throw new Failure("conflict", { detail: "The exception is resolved already." });
  }
  await auditResolution(db, asker, { ...noted, exceptionId, resolution });
}
