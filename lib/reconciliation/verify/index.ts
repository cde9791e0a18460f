import type { Id } from "@/lib/core/ids";
import { patientTx } from "@/lib/db/client";
import { deliveryStates, eventBodies } from "./deliveries";
import { type Check, type Difference, inScope } from "./difference";
import { exceptions } from "./exceptions";
import { identities } from "./identities";
import { notifications } from "./notifications";
import { otherNotifications } from "./other-notifications";
import { owners } from "./owners";
import { references } from "./references";
import { sequences } from "./sequences";
import { closings } from "./sessions";
import { settlementMarks } from "./settlement-marks";
import { totals } from "./totals";

export type { Difference } from "./difference";

const CHECKS: readonly Check[] = [
  totals,
  sequences,
  owners,
  identities,
  references,
  notifications,
  otherNotifications,
  settlementMarks,
  exceptions,
  deliveryStates,
  eventBodies,
  closings,
];

/**
 * Derives every stored figure again and compares each transaction with its identity, its stored notification, its
 * settlement line and its events (`docs/reliability.md` lists the checks and what is not covered). Of one session, or of
 * all; rows without a session are checked only with all. Reads in pages, so that memory does not grow with the tables.
 */
export function verifyTotals(request: {
  sessionId?: Id<"session">;
}): Promise<{ sessions: number; differences: Difference[] }> {
  return patientTx(async (db) => {
    const [counted] = await db.sql<{ sessions: number }[]>`
      select count(*)::int as sessions from session_counters c where ${inScope(db, request.sessionId)}`;
    const differences: Difference[] = [];
    for (const check of CHECKS) {
      for (const difference of await check(db, request.sessionId)) differences.push(difference);
    }
    return { sessions: counted?.sessions ?? 0, differences };
  });
}
