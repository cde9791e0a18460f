import { recordAudit } from "@/lib/audit";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { lockEvent, markDetailsChanged } from "./details-version";

/**
 * Archives a test event, or restores it: the list of events hides archived ones. It stays as it is otherwise, with all its
 * payments. Nothing changes if it is in this state already. Throws `Failure("conflict")` for a live event,
 * `Failure("not_found")`.
 */
export async function archiveEvent(
  scope: Scope,
  sessionId: Id<"session">,
  isArchived: boolean,
): Promise<void> {
  await asOrganisationTx(scope.organisationId, async (db) => {
    await lockEvent(db, scope, sessionId);
    if (scope.mode !== "test")
      throw new Failure("conflict", { detail: "Only test events can be archived. This is a live event." });
    const changed = await db.sql`
      update sessions set archived_at = ${isArchived ? new Date() : null}
      where session_id = ${sessionId} and organisation_id = ${scope.organisationId}
        and (archived_at is not null) <> ${isArchived}`;
    if (changed.count === 0) return;
    await markDetailsChanged(db, sessionId);
    await recordAudit(db, scope, {
      action: isArchived ? "archived_event" : "restored_event",
      subject: sessionId,
      sessionId,
    });
  });
}
