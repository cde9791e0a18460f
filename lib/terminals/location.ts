import { recordAudit } from "@/lib/audit";
import type { Scope } from "@/lib/core/scope";
import { asOrganisationTx } from "@/lib/db/client";
import { lockTerminal, type TerminalReference } from "./pair";

/** Sets a terminal's location; `""` removes it. Records it in the audit log. Throws `Failure("not_found")`. */
export function setTerminalLocation(scope: Scope, request: TerminalReference & { location: string }) {
  const { terminalId } = request;
  const location = request.location.trim();
  return asOrganisationTx(scope.organisationId, async (db) => {
    const { sessionId } = await lockTerminal(db, scope, request);
    await db.sql`
      update terminals set location = ${location} where session_id = ${sessionId} and terminal_id = ${terminalId}`;
    await recordAudit(db, scope, {
      action: "changed_location",
      subject: terminalId,
      sessionId,
      details: { location },
    });
    return { terminalId, location };
  });
}
