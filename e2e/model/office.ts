import { systemDb } from "@/lib/db/client";
import { assignOperator } from "@/lib/operators";
import { verifyTotals } from "@/lib/reconciliation";
import { pairDevice, unpairDevice } from "@/lib/terminals";
import { dataDir } from "../bank";

/** The verbs of the command line, on the database of the service under test, without a process for each word. */
export const office = {
  assignOperator: inOffice(assignOperator),
  pairDevice: inOffice(pairDevice),
  unpairDevice: inOffice(unpairDevice),
  verifyTotals: inOffice(verifyTotals),
  /**
   * `provider key reason kobo` of each exception about payments whose keys begin so. A settled payment that the bank had
   * not reported is one only until it is reported.
   */
  exceptionsAbout: inOffice(async (beginning: string): Promise<string[]> => {
    const rows = await systemDb().sql<{ told: string }[]>`
      select distinct concat_ws(' ', provider, subject, reason, amount) as told from exceptions
      where starts_with(subject, ${beginning}) and (reason <> 'settlement_unreported' or resolved_at is null)`;
    return rows.map(({ told }) => told);
  }),
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
