import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import type { LiveConnection } from "../connections";
import type { OpeningFailure } from "../provider";

/** How long a reported failure refuses a retry; later ones ask the bank again, for example with corrected settings. */
const FAILURE_VALID_MS = 10 * 60_000;
/** More failures than this in that time are not read. */
const MAX_FAILURES = 500;

/**
 * Finds why the bank did not open the account of a reference, as a connection's stored notifications of the last ten
 * minutes report: the newest one that states a reason, else the newest. `undefined` if there is none.
 */
export async function findOpeningFailure(
  { id, provider: { openingFailures } }: LiveConnection,
  reference: string,
): Promise<OpeningFailure | undefined> {
  if (!openingFailures) return undefined;
  // The index of the outcomes orders notifications by id, which sorts by time.
  const rows = await systemDb().sql<{ body: Buffer }[]>`
    select body from bank_notifications
    where outcome = 'ignored' and id > ${newId("notification", Date.now() - FAILURE_VALID_MS)}
      and mode = 'live' and bank_connection_id = ${id} and event = any(${[...openingFailures.kinds]})
    order by id desc limit ${MAX_FAILURES}`;
  const failures = rows.flatMap(({ body }) => openingFailures.parse(body) ?? []);
  const own = failures.filter((failure) => failure.reference === reference);
  return own.find(({ reason }) => reason !== "") ?? own[0];
}
