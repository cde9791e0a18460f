import { recordAudit } from "@/lib/audit";
import { Failure } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import type { Caller, Scope } from "@/lib/core/scope";
import { type Db, systemTx } from "@/lib/db/client";

/** An organisation's quota of open live events with a collection account, and how many there are. */
export interface AccountQuota {
  organisationId: Id<"organisation">;
  /** Null: any number. */
  quota: number | null;
  openAccounts: number;
}

/** The SQL expression for the number of an organisation's open live events with an account, besides one session. */
const openAccounts = ({ sql }: Db, organisationId: Id<"organisation">, besides = "") => sql`(
  select count(*)::int from sessions s join session_states c using (session_id)
  where s.organisation_id = ${organisationId} and s.mode = 'live' and s.account_number is not null
    and c.status = 'active' and s.session_id <> ${besides})`;

async function readQuota(db: Db, organisationId: Id<"organisation">, besides?: Id<"session">) {
  const [row] = await db.sql<Omit<AccountQuota, "organisationId">[]>`
    select account_quota as quota, ${openAccounts(db, organisationId, besides)} as open_accounts
    from organisations where id = ${organisationId} and account_quota is not null`;
  return row;
}

/**
 * Throws `Failure("account_quota_reached")` if one more live event with an account would exceed the organisation's quota;
 * the session itself does not count. Test mode has no quota. Call it before an account is opened at a bank, and with
 * `isFinal` in the SQL transaction that inserts the session: concurrent ones of an organisation with a quota then wait for
 * each other, so that the quota holds exactly.
 */
export async function requireAccountWithinQuota(
  db: Db,
  { organisationId, mode }: Scope,
  sessionId: Id<"session">,
  isFinal = false,
): Promise<void> {
  if (mode === "test") return;
  let state = await readQuota(db, organisationId, sessionId);
  if (state && isFinal) {
    await db.sql`select pg_advisory_xact_lock(hashtextextended(${`account quota ${organisationId}`}, 0))`;
    state = await readQuota(db, organisationId, sessionId);
  }
  if (!state || state.quota === null || state.openAccounts < state.quota) return;
  throw new Failure("account_quota_reached", {
    detail:
      `The organisation may have ${state.quota} open live events with a collection account, and has ` +
      `${state.openAccounts}. Close one, or ask the operator of the service for a higher quota.`,
  });
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
