import assert from "node:assert/strict";
import { type Caller, COMMAND_LINE } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { dismissException } from "@/lib/exceptions";
import { acceptSettlement, assignException } from "@/lib/intake";
import { assignOperator } from "@/lib/operators";
import { verifyTotals } from "@/lib/reconciliation";
import { pairDevice, unpairDevice } from "@/lib/terminals";
import { dataDir } from "../bank";
import type { ModelException } from "./exceptions";

/** A stored exception. */
export interface FoundException {
  id: string;
  /** The `external_event_id` of the session whose members see it; null if the session is unknown. */
  sessionId: string | null;
}

/** Commands of the operator's command line on the database of the service under test, run in this process. */
export const cliActions = {
  assignOperator: asCommandLine(assignOperator),
  pairDevice: asCommandLine(pairDevice),
  unpairDevice: asCommandLine(unpairDevice),
  verifyTotals: withDataDir(verifyTotals),
  assignException: asCommandLine(assignException),
  dismissException: asCommandLine(dismissException),
  acceptSettlement: asCommandLine(acceptSettlement),
  /**
   * `provider key reason kobo state` of each exception about payments whose keys have this prefix, sorted: the open
   * ones and those that a member decided. Those resolved by a later notification depend on the order of the
   * notifications and are left out.
   */
  exceptionsAbout: withDataDir(async (beginning: string): Promise<string[]> => {
    const rows = await systemDb().sql<{ summary: string }[]>`
      select concat_ws(' ', provider, correlation_key, reason, amount, coalesce(resolution, 'open')) as summary from exceptions
      where starts_with(correlation_key, ${beginning})
        and (resolution is null or resolution not in ('recorded', 'superseded'))`;
    return rows.map(({ summary }) => summary).sort();
  }),
  /** Returns the one open exception of this description. */
  findOpen: withDataDir(
    async ({ bank, key, reason, kobo }: Pick<ModelException, "bank" | "key" | "reason" | "kobo">) => {
      const [found, ...others] = await systemDb().sql<FoundException[]>`
        select id, session_id as "sessionId" from exceptions
        where provider = ${bank} and correlation_key = ${key} and reason = ${reason} and amount = ${kobo}
          and resolved_at is null`;
      assert.ok(found && others.length === 0, `one open exception: ${bank} ${key} ${reason} ${kobo}`);
      return found;
    },
  ),
  /** Returns the payments of a session recorded after its close: races that the payment won. */
  recordedAfterClose: withDataDir(async (sessionId: string): Promise<string[]> => {
    const rows = await systemDb().sql<{ id: string }[]>`
      select t.id from transactions t join session_states c using (session_id)
      where t.session_id = ${sessionId} and t.created_at > c.closed_at`;
    return rows.map(({ id }) => id);
  }),
  /** `transaction status` of each event of a session, sent or not. */
  eventsOf: withDataDir(async (sessionId: string): Promise<string[]> => {
    const rows = await systemDb().sql<{ event: string }[]>`
      select concat_ws(' ', transaction_id, transaction_status) as event from webhook_deliveries
      where session_id = ${sessionId}`;
    return rows.map(({ event }) => event);
  }),
};

/** Runs a verb as the command line, with a connection to the database of the service under test. */
function asCommandLine<A extends unknown[], R>(verb: (caller: Caller, ...args: A) => R): (...args: A) => R {
  return withDataDir((...args: A) => verb(COMMAND_LINE, ...args));
}

/** Runs a command with a connection to the database of the service under test. */
function withDataDir<A extends unknown[], R>(verb: (...args: A) => R): (...args: A) => R {
  return (...args) => {
    process.env.DATA_DIR = dataDir();
    return verb(...args);
  };
}
