import type { Id } from "@/lib/core/ids";
import type { Db } from "@/lib/db/client";
import { endOfMoment } from "@/lib/db/payment-time";
import { destinationConnectionId, type IncomingCredit, plausiblePaidAt } from "./recording-row";

/** The session, open or closed, to whose account or device a payment was made. */
export interface Destination {
  sessionId: Id<"session"> | null;
  organisationId: Id<"organisation"> | null;
}

/**
 * Finds the session to which a payment on a channel that is not recorded belongs, in the order of the recording statement:
 * the pairing of its device at the time of payment, the account number, our reference of the account. Unlike there, the
 * channel does not restrict the search, because a card or USSD payment can name a device or an account. Only devices and
 * accounts of the notification's own connection count (in test mode the sandbox's, too). Both are null if there is none.
 */
export async function findDestination(
  db: Db,
  { credit, notification }: IncomingCredit,
): Promise<Destination> {
  const { mode, bankConnectionId, receivedAt } = notification;
  const connection = destinationConnectionId(notification);
  const time = plausiblePaidAt(credit, receivedAt) ?? receivedAt;
  const { sql } = db;
  const [found] = await sql<Destination[]>`
    select session_id, organisation_id from sessions where mode = ${mode} and session_id = coalesce(
      (select p.session_id from unnest(${credit.devices}::text[]) with ordinality as device(name, rank)
        join device_pairings p on p.mode = ${mode} and p.device = device.name
          and p.bank_connection_id in (${bankConnectionId}, ${connection})
          and p.paired_from < ${endOfMoment(db, sql`${time}::timestamptz`)}
          and (p.paired_to is null or p.paired_to > ${time})
        order by device.rank, p.paired_from desc limit 1),
      (select session_id from sessions
        where account_connection_id = ${connection} and account_number = ${credit.account}
        order by account_generation desc limit 1),
      (select session_id from sessions
        where session_id = ${credit.accountReference} and account_connection_id = ${connection}))`;
  return found ?? { sessionId: null, organisationId: null };
}
