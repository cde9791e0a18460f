import assert from "node:assert/strict";
import { systemDb } from "@/lib/db/client";
import { dismissException } from "@/lib/exceptions";
import { acceptSettlement, assignException } from "@/lib/intake";
import { assignOperator } from "@/lib/operators";
import { verifyTotals } from "@/lib/reconciliation";
import { pairDevice, unpairDevice } from "@/lib/terminals";
import { dataDir } from "../bank";
import type { ModelException } from "./exceptions";

/** An exception as it is stored. */
export interface FoundException {
  id: string;
  /** Under which members see it; null where no session is known. */
  sessionId: string | null;
}

/** The verbs of the command line, on the database of the service under test, without a process for each word. */
export const office = {
  assignOperator: inOffice(assignOperator),
  pairDevice: inOffice(pairDevice),
  unpairDevice: inOffice(unpairDevice),
  verifyTotals: inOffice(verifyTotals),
  assignException: inOffice(assignException),
  noteException: inOffice(dismissException),
  acceptSettlement: inOffice(acceptSettlement),
  /**
   * `provider key reason kobo state` of each exception about payments whose keys begin so, sorted: those that are open
   * and those that a person decided. What a later notification resolved depends on the order of the notifications.
   */
  exceptionsAbout: inOffice(async (beginning: string): Promise<string[]> => {
    const rows = await systemDb().sql<{ told: string }[]>`
      select concat_ws(' ', provider, subject, reason, amount, coalesce(resolution, 'open')) as told from exceptions
      where starts_with(subject, ${beginning})
        and (resolution is null or resolution not in ('recorded', 'superseded'))`;
    return rows.map(({ told }) => told).sort();
  }),
  /** The one open exception of this description. */
  findOpen: inOffice(
    async ({ bank, key, reason, kobo }: Pick<ModelException, "bank" | "key" | "reason" | "kobo">) => {
      const [found, ...others] = await systemDb().sql<FoundException[]>`
        select id, session_id as "sessionId" from exceptions
        where provider = ${bank} and subject = ${key} and reason = ${reason} and amount = ${kobo}
          and resolved_at is null`;
      assert.ok(found && others.length === 0, `one open exception: ${bank} ${key} ${reason} ${kobo}`);
      return found;
    },
  ),
  /** What a closed session recorded after its close: a race that it won, where there is any. */
  recordedAfterClose: inOffice(async (sessionId: string): Promise<string[]> => {
    const rows = await systemDb().sql<{ id: string }[]>`
      select t.id from transactions t join session_counters c using (session_id)
      where t.session_id = ${sessionId} and t.created_at > c.closed_at`;
    return rows.map(({ id }) => id);
  }),
  /** `transaction status` of each event of a session, sent or not. */
  eventsOf: inOffice(async (sessionId: string): Promise<string[]> => {
    const rows = await systemDb().sql<{ event: string }[]>`
      select concat_ws(' ', transaction_id, transaction_status) as event from deliveries
      where session_id = ${sessionId}`;
    return rows.map(({ event }) => event);
  }),
};

/** Has a verb find the database of the service under test. */
function inOffice<A extends unknown[], R>(verb: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    process.env.DATA_DIR = dataDir();
    return verb(...args);
  };
}
