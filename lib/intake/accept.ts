import { notFound } from "@/lib/core/errors/errors";
import { type Caller, findScope, type Scope } from "@/lib/core/scope";
import { systemTx } from "@/lib/db/client";
import { resolveByNote } from "@/lib/exceptions";
import { acceptSettlementLine } from "@/lib/settlement";

/**
 * Resolves an exception about a settlement line by settling the payment with that line, after a member decided that the
 * bank's line is right. The recorded amount does not change. With a scope, only an exception of that organisation, and the
 * audit log names its member. Throws `Failure("not_found")`, `Failure("conflict")` if the exception is already resolved or
 * has no settlement line, `Failure("invalid_request")` without a note.
 */
export function acceptSettlement(
  request: { exceptionId: string; note: string },
  asker?: Scope | Caller,
): Promise<void> {
  const scope = findScope(asker);
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
