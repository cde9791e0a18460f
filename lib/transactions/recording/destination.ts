import type { PendingQuery, Row } from "postgres";
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

/** Joins `s`: the session of a row `a` of `input`. `pairedSession` is the session of its device's pairing. */
export const sessionJoin = ({ sql }: Db, pairedSession: PendingQuery<Row[]>) => sql`
      left join lateral (
        select * from sessions s
        where s.mode = a.mode and s.session_id = coalesce(a.session_id, ${pairedSession},
          -- If several sessions had the account number in turn: the last one that had it before the payment, else the first.
          (select b.session_id from sessions b
            where a.channel = 'bank_transfer' and b.account_connection_id = a.account_connection_id
              and b.account_number = a.account
            order by coalesce(b.account_attached_at, b.created_at) < a.time_end desc,
              case when coalesce(b.account_attached_at, b.created_at) < a.time_end then -b.account_generation else b.account_generation end
            limit 1),
          -- No session has the number, or the bank named none: the session under whose id the account was opened.
          (select b.session_id from sessions b
            where a.channel = 'bank_transfer' and b.session_id = a.account_reference
              and b.account_connection_id = a.account_connection_id
            limit 1))
        limit 1
      ) s on true`;
