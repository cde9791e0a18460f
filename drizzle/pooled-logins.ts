import type postgres from "postgres";
import {
  COMMON_SETTINGS,
  type ConnectionSettings,
  type PoolKind,
  poolLoginUrl,
  STATEMENT_POOLS,
} from "@/lib/core/settings/session-settings";
import { ensureLogin, grantRoles, loginOf, openClient, type SystemLogin } from "./logins";

/**
 * Prepares the logins for a transaction pooler, whose connections cannot set anything: one login for each statement pool, with
 * the system login's password, and the role, the time limits and the planner settings as defaults of each login in this
 * database. The URLs are those of the server itself. Throws if a login is missing and the owner may not create it.
 */
export async function preparePooledLogins(
  owner: postgres.Sql,
  applicationUrl: string,
  system: SystemLogin,
): Promise<void> {
  await setDefaults(applicationUrl, { role: "takings_app" });
  for (const kind of KINDS) {
    const login = { ...system, url: poolLoginUrl(system.url, kind) };
    await ensureLogin(owner, login);
    await grantRoles(owner, await loginOf(login.url), ["takings_system"]);
    await setDefaults(login.url, { role: "takings_system", ...STATEMENT_POOLS[kind].settings });
  }
}

const KINDS: readonly PoolKind[] = ["plain", "byIndex", "shortLockWait"];

/** Sets the defaults of a login's connections, as the login itself: every login may set its own. */
async function setDefaults(url: string, settings: ConnectionSettings): Promise<void> {
  const login = openClient(url);
  try {
    // The defaults of an earlier start make the connection act as the role.
    await login`set role none`;
    const [database] = await login<{ name: string }[]>`select quote_ident(current_database()) as name`;
    for (const [name, value] of Object.entries({ ...COMMON_SETTINGS, ...settings }))
      await login.unsafe(`alter role session_user in database ${database?.name} set ${name} = '${value}'`);
  } finally {
    await login.end({ timeout: 5 });
  }
}
