import { newId } from "@/lib/core/ids";
import { systemDb } from "@/lib/db/client";
import { singleton } from "@/lib/process-singleton";
import type { LiveConnection } from "../connections";

/** Longer than a log-in and two calls with their timeouts; after a crash another process takes over this much later. */
const LEASE_SECONDS = 30;

/** The name of this process in the leases. */
export const leaseHolder = (): string => singleton("bank lease holder", () => newId("request"));

/**
 * Takes or renews the lease of a connection, so that only one process asks its bank by itself: a bank can keep one session
 * for all clients (Nomba), and its rate limits count all of them. Returns false if another process holds it. With `takeOver`
 * it is taken from that process, which finishes its calls in flight and stops: a service under load renews its lease all the time.
 */
export async function leaseConnection(
  { id, organisationId }: Pick<LiveConnection, "id" | "organisationId">,
  { takeOver = false } = {},
): Promise<boolean> {
  const { sql } = systemDb();
  const holder = leaseHolder();
  const until = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`;
  const leased = await sql`
    insert into bank_polls as p (bank_connection_id, organisation_id, leased_by, leased_until, listed_until)
    values (${id}, ${organisationId}, ${holder}, ${until}, clock_timestamp())
    on conflict (bank_connection_id) do update set leased_by = ${holder}, leased_until = ${until}
      where p.leased_by = ${holder} or coalesce(p.leased_until, '-infinity') < clock_timestamp() or ${takeOver}
    returning 1`;
  return leased.length > 0;
}

/** Ends this process's leases, so that another process need not wait for their end. */
export async function releaseLeases(): Promise<void> {
  await systemDb().sql`
    update bank_polls set leased_by = null, leased_until = null where leased_by = ${leaseHolder()}`;
}
