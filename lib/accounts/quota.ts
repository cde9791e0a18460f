import { recordAudit } from "@/lib/audit";
import { describeError } from "@/lib/core/errors/describe-error";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller, Scope } from "@/lib/core/scope";
import { asOrganisation, asOrganisationTx, type Db, systemTx } from "@/lib/db/client";
import { log } from "@/lib/log";

/** An organisation's quota of open live events with a collection account, and how many there are. */
export interface AccountQuota {
  organisationId: Id<"organisation">;
  /** Null: any number. */
  quota: number | null;
  openAccounts: number;
}

/** Longer than any request to a bank for an account; a killed process keeps its place for this long. */
const RESERVED_MINUTES = 2;

/** The SQL expression for the number of an organisation's open live events with an account, besides one session. */
const openAccounts = ({ sql }: Db, organisationId: Id<"organisation">, besides = "") => sql`(
  select count(*)::int from sessions s join session_states c using (session_id)
  where s.organisation_id = ${organisationId} and s.mode = 'live' and s.account_number is not null
    and c.status = 'active' and s.session_id <> ${besides})`;

/** The SQL expression for the number of places that requests of other sessions hold at the moment. */
const reservedAccounts = ({ sql }: Db, organisationId: Id<"organisation">, besides: string) => sql`(
  select count(*)::int from account_reservations r
  where r.organisation_id = ${organisationId} and r.session_id <> ${besides} and r.expires_at > clock_timestamp()
    and not exists (select from sessions s where s.session_id = r.session_id))`;

interface Quota {
  quota: number;
  openAccounts: number;
  reservedAccounts: number;
}

async function readQuota(db: Db, organisationId: Id<"organisation">, besides: Id<"session">) {
  const [row] = await db.sql<Quota[]>`
    select account_quota as quota, ${openAccounts(db, organisationId, besides)} as open_accounts,
      ${reservedAccounts(db, organisationId, besides)} as reserved_accounts
    from organisations where id = ${organisationId} and account_quota is not null`;
  return row;
}

/**
 * Throws `Failure("account_quota_reached")` if one more live event with an account would exceed the organisation's quota;
 * the session itself does not count, the places that other requests hold do. Test mode has no quota. Call it in the SQL
 * transaction that inserts the session: concurrent ones of an organisation with a quota then wait for each other, so that
 * the quota holds exactly. Returns whether the organisation has a quota.
 */
export async function requireAccountWithinQuota(
  db: Db,
  { organisationId, mode }: Scope,
  sessionId: Id<"session">,
): Promise<boolean> {
  if (mode === "test" || !(await readQuota(db, organisationId, sessionId))) return false;
  await db.sql`select pg_advisory_xact_lock(hashtextextended(${`account quota ${organisationId}`}, 0))`;
  const state = await readQuota(db, organisationId, sessionId);
  if (!state) return false;
  const taken = state.openAccounts + state.reservedAccounts;
  if (taken < state.quota) return true;
  const opening = state.reservedAccounts > 0 ? `, ${state.reservedAccounts} of them being opened` : "";
  throw new Failure("account_quota_reached", {
    detail:
      `The organisation may have ${state.quota} open live events with a collection account, and has ` +
      `${taken}${opening}. Close one, or ask the operator of the service for a higher quota.`,
  });
}

/**
 * Runs `work`, which opens an account at a bank and inserts the session, while a place of the organisation's quota is
 * reserved, so that no account is opened for a session that the quota then refuses. Throws
 * `Failure("account_quota_reached")` and the errors of `work`.
 */
export async function withReservedAccount<T>(
  scope: Scope,
  sessionId: Id<"session">,
  work: () => Promise<T>,
): Promise<T> {
  const { organisationId } = scope;
  const isReserved = await asOrganisationTx(organisationId, async (db) => {
    if (!(await requireAccountWithinQuota(db, scope, sessionId))) return false;
    await db.sql`
      delete from account_reservations where organisation_id = ${organisationId} and expires_at < clock_timestamp()`;
    await db.sql`
      insert into account_reservations as r (session_id, organisation_id, expires_at)
      values (${sessionId}, ${organisationId}, clock_timestamp() + make_interval(mins => ${RESERVED_MINUTES}::int))
      on conflict (session_id) do update set expires_at = excluded.expires_at`;
    return true;
  });
  if (!isReserved) return work();
  try {
    return await work();
  } finally {
    await asOrganisation(
      organisationId,
      ({ sql }) =>
        sql`delete from account_reservations where session_id = ${sessionId} and organisation_id = ${organisationId}`,
    ).catch((thrown) => log.warn({ internal: describeError(thrown) }, "a place of a quota is freed later"));
  }
}

/**
 * Sets an organisation's quota of open live events with a collection account; null removes it. Events that are open stay
 * open. Recorded in the audit log. For the operator of the deployment only.
 */
export function setAccountQuota(
  caller: Caller & Pick<AccountQuota, "organisationId">,
  quota: number | null,
): Promise<AccountQuota> {
  const { organisationId } = caller;
  return systemTx(async (db) => {
    const [row] = await db.sql<{ openAccounts: number }[]>`
      update organisations set account_quota = ${quota} where id = ${organisationId}
      returning ${openAccounts(db, organisationId)} as open_accounts`;
    const details = { quota: quota === null ? "none" : String(quota) };
    await recordAudit(db, caller, { action: "changed_account_quota", subject: organisationId, details });
    return { organisationId, quota, openAccounts: row?.openAccounts ?? 0 };
  });
}
