import { actorName, recordAudit } from "@/lib/audit";
import { issuesAccounts } from "@/lib/bank";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";
import { lockDevices } from "@/lib/db/device-lock";
import { lockOrganisation, requireConnection, requireCredentials, requireLiveMode } from "./connection";

interface Selected {
  connectionId: Id<"bankConnection">;
}

/**
 * Makes a connection in the caller's scope the one at which the organisation's new live sessions get their account, and
 * records it in the audit log. Throws `Failure("not_found")`, `Failure("conflict")` if it issues no accounts or is
 * unreadable.
 */
export async function setDefaultConnection(caller: Caller, { connectionId }: Selected): Promise<Selected> {
  return systemTx(async (db) => {
    const { organisationId, provider, ...row } = await lockConnection(db, caller, connectionId);
    const { credentials } = requireCredentials({ ...row, organisationId, provider });
    if (!issuesAccounts(provider, credentials))
      throw new Failure("conflict", {
        detail: `This connection issues no accounts: ${provider} cannot, or a credential for it is missing.`,
      });
    await db.sql`
      update bank_connections set is_default = false
      where organisation_id = ${organisationId} and is_default and id <> ${connectionId}`;
    await db.sql`update bank_connections set is_default = true where id = ${connectionId}`;
    const entry = {
      action: "set_default_bank_connection",
      subject: connectionId,
      details: { provider },
    } as const;
    await recordAudit(db, { ...caller, organisationId }, entry);
    return { connectionId };
  });
}

/**
 * Removes a connection in the caller's scope: its credentials are deleted, its notifications refused from then on, its
 * devices released. Payments stay. Records it in the audit log. Throws `Failure("not_found")`, `Failure("conflict")` if an
 * open event takes payments there, or the bank still has to be asked about a payment or a refund.
 */
export async function removeConnection(caller: Caller, { connectionId }: Selected): Promise<Selected> {
  return systemTx(async (db) => {
    await lockDevices(db);
    const { organisationId, provider } = await lockConnection(db, caller, connectionId);
    await requireUnused(db, connectionId);
    await requireNothingPending(db, connectionId);
    await db.sql`
      update bank_connections set credentials = null, is_default = false, removed_at = now() where id = ${connectionId}`;
    await releaseDevices(db, connectionId, actorName(caller));
    const entry = {
      action: "removed_bank_connection",
      subject: connectionId,
      details: { provider },
    } as const;
    await recordAudit(db, { ...caller, organisationId }, entry);
    return { connectionId };
  });
}

async function lockConnection(db: Db, caller: Caller, connectionId: Id<"bankConnection">) {
  const { organisationId } = await requireConnection(db, caller, connectionId);
  requireLiveMode(caller);
  await lockOrganisation(db, organisationId);
  return requireConnection(db, caller, connectionId);
}

async function requireUnused({ sql }: Db, connectionId: Id<"bankConnection">): Promise<void> {
  const [open] = await sql<{ count: number }[]>`
    select count(*)::int as count from session_states
    where status = 'active' and session_id in (
      select session_id from sessions where account_connection_id = ${connectionId}
      union select session_id from device_pairings
      where bank_connection_id = ${connectionId} and coalesce(paired_to, 'infinity') > now())`;
  if (open && open.count > 0)
    throw new Failure("conflict", {
      detail: `${open.count === 1 ? "An open event takes" : `${open.count} open events take`} payments at this connection. Close them first.`,
    });
}

/** Without credentials the bank cannot be queried: the payment would stay pending, the refund unfinished. */
async function requireNothingPending({ sql }: Db, connectionId: Id<"bankConnection">): Promise<void> {
  const [pending] = await sql<{ payments: boolean; refunds: boolean }[]>`
    select
      exists (select from payment_confirmations where bank_connection_id = ${connectionId}) as payments,
      exists (select from refunds where bank_connection_id = ${connectionId} and finished_at is null) as refunds`;
  if (pending?.payments)
    throw new Failure("conflict", {
      detail:
        "Payments at this connection still wait for the bank's confirmation. Remove it when none is pending.",
    });
  if (pending?.refunds)
    throw new Failure("conflict", {
      detail: "Refunds at this connection are not finished. Remove it when they are.",
    });
}

async function releaseDevices(
  { sql }: Db,
  connectionId: Id<"bankConnection">,
  releasedBy: string,
): Promise<void> {
  await sql`
    update devices set released_at = now(), released_by = ${releasedBy}
    where bank_connection_id = ${connectionId} and released_at is null`;
  await sql`
    update device_pairings set paired_to = greatest(paired_from, now())
    where bank_connection_id = ${connectionId} and coalesce(paired_to, 'infinity') > now()`;
  await sql`
    update device_claims set state = 'cancelled', ended_at = now()
    where bank_connection_id = ${connectionId} and state = 'open'`;
}
