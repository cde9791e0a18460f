import { notFound } from "@/lib/core/errors";
import { type Asker, type Scope, scopeIn } from "@/lib/core/scope";
import { systemTx } from "@/lib/db/client";
import { resolveByNote } from "@/lib/exceptions";
import { acceptSettlementLine } from "@/lib/settlement";

/**
 * Resolves an exception about a settlement line by settling the payment with it, on a person's decision that the bank's
 * line is right; the recorded amount stays as it is. With a scope only that organisation's, and its member stands in the
 * audit log for it. Throws `Failure("not_found")`, `Failure("conflict")` where the exception is resolved already or there
 * is no line to settle by, `Failure("invalid_request")` without a note.
 */
export function acceptSettlement(
  request: { exceptionId: string; note: string },
  asker?: Scope | Asker,
): Promise<void> {
  const scope = scopeIn(asker);
  return systemTx(async (db) => {
    const isMine = scope
      ? db.sql`organisation_id = ${scope.organisationId} and mode = ${scope.mode}`
      : db.sql`true`;
    const [own] = await db.sql`select from exceptions where id = ${request.exceptionId} and ${isMine}`;
    if (!own) throw notFound("exception");
    await acceptSettlementLine(db, request.exceptionId);
    await resolveByNote(db, { ...request, resolution: "accepted" }, asker);
  });
}
