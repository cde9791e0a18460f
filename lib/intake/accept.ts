import { notFound } from "@/lib/core/errors/errors";
import type { Caller } from "@/lib/core/scope";
import { systemTx } from "@/lib/db/client";
import { inScope } from "@/lib/db/session-state";
import { resolveByNote } from "@/lib/exceptions";
import { acceptSettlementLine } from "@/lib/settlement";

/**
 * Resolves an exception about a settlement line by settling the payment with that line, after a member decided that the
 * bank's line is right, and records it in the audit log. The recorded amount does not change. Only an exception in the
 * caller's scope. Throws `Failure("not_found")`, `Failure("conflict")` if the exception is already resolved or
 * has no settlement line, `Failure("invalid_request")` without a note.
 */
export function acceptSettlement(
  caller: Caller,
  request: { exceptionId: string; note: string },
): Promise<void> {
  return systemTx(async (db) => {
    const [own] =
      await db.sql`select from exceptions where id = ${request.exceptionId} and ${inScope(db, caller)}`;
    if (!own) throw notFound("exception");
    await acceptSettlementLine(db, request.exceptionId);
    await resolveByNote(db, caller, { ...request, resolution: "accepted" });
  });
}
