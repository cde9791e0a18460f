import postgres from "postgres";
import { readTls } from "@/lib/core/settings/database-tls";

/** The roles of the service, with access to one organisation or to all (`docs/architecture.md`). */
export const ROLES = ["takings_app", "takings_system"] as const;
type Role = (typeof ROLES)[number];

/** The login that acts as `takings_system`. */
export interface SystemLogin {
  url: string;
  /** Whether the migration sets its password if it differs; an operator's own login is never changed. */
  isOurs: boolean;
}

/** Opens one connection to the database of a URL. */
export function openClient(address: string): postgres.Sql {
  const { url, options } = readTls(address);
  return postgres(url, { max: 1, onnotice: () => {}, ...options });
}

/**
 * Grants each login its role only: `takings_app` to the application's login, `takings_system` to the system login.
 * Missing logins are created with the passwords of their URLs. Without a system login the application's gets both
 * roles. Throws if a login can use the other's role by other means.
 */
export async function prepareLogins(
  owner: postgres.Sql,
  applicationUrl: string,
  system: SystemLogin | undefined,
): Promise<void> {
  if (!system) {
    await grantRoles(owner, await loginOf(applicationUrl), ROLES);
    return;
  }
  await ensureLogin(owner, { url: applicationUrl, isOurs: false });
  await ensureLogin(owner, system);
  const application = await loginOf(applicationUrl);
  const other = await loginOf(system.url);
  await grantRoles(owner, application, ["takings_app"]);
  await grantRoles(owner, other, ["takings_system"]);
  await revokeRole(owner, application, "takings_system");
  await revokeRole(owner, other, "takings_app");
}

/** Creates a login with the password of its URL if it is missing; sets the password if it is ours and differs. */
export async function ensureLogin(owner: postgres.Sql, { url, isOurs }: SystemLogin): Promise<void> {
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  // A URL without a user name takes it from the environment.
  if (name === "") return;
  const exists = async () => (await owner`select 1 from pg_roles where rolname = ${name}`).length > 0;
  const doesExist = await exists();
  if (doesExist && (!isOurs || (await canLogIn(url)))) return;
  const [row] = await owner<{ statement: string }[]>`
    select format('%s role %I login noinherit password %L', ${doesExist ? "alter" : "create"}::text, ${name}::text,
      ${decodeURIComponent(password)}::text) as statement`;
  try {
    await owner.unsafe(row?.statement ?? "");
  } catch (thrown) {
    // Roles belong to the whole server: another database's migration can have created it.
    if (doesExist || !(await exists())) throw thrown;
  }
}

/** Returns whether the server accepts the login of a URL. Throws if the server cannot be reached. */
export async function canLogIn(url: string): Promise<boolean> {
  const client = openClient(url);
  try {
    await client`select 1`;
    return true;
  } catch (thrown) {
    if (thrown instanceof postgres.PostgresError && ["28P01", "28000"].includes(thrown.code)) return false;
    throw thrown;
  } finally {
    await client.end({ timeout: 1 });
  }
}

/** Queries the user name that a URL logs in as, because URLs can take it from the environment. */
export async function loginOf(url: string): Promise<string> {
  const client = openClient(url);
  try {
    const [row] = await client<{ login: string }[]>`select session_user as login`;
    return row?.login ?? "";
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** Allows a login to SET ROLE to the roles without inheriting their rights. */
export async function grantRoles(owner: postgres.Sql, login: string, roles: readonly Role[]): Promise<void> {
  for (const role of roles) {
    // PostgreSQL 16 has separate SET and INHERIT options; before, the login's NOINHERIT attribute applies.
    const granted = await owner`
      select 1 from pg_auth_members membership
      where roleid = ${role}::regrole and member = quote_ident(${login})::regrole
        and coalesce((to_jsonb(membership) ->> 'set_option')::boolean, true)`;
    if (granted.length > 0) continue;
    const [server] = await owner<
      { hasOptions: boolean }[]
    >`select current_setting('server_version_num')::int >= 160000 as "hasOptions"`;
    const options = server?.hasOptions ? owner`with inherit false, set true` : owner``;
    await owner`grant ${owner(role)} to ${owner(login)} ${options}`;
  }
}

/** Revokes a role from a login. Throws if the login can still use it. */
async function revokeRole(owner: postgres.Sql, login: string, role: Role): Promise<void> {
  const isMember = async () =>
    (
      await owner<
        { isMember: boolean }[]
      >`select pg_has_role(${login}::name, ${role}::name, 'member') as "isMember"`
    )[0]?.isMember;
  if (!(await isMember())) return;
  await owner`revoke ${owner(role)} from ${owner(login)}`;
  if (!(await isMember())) return;
  throw new Error(
    `The login ${login} can act as ${role}. It must not be a superuser; have an administrator run: revoke ${role} from ${login}`,
  );
}
