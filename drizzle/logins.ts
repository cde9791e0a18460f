import postgres from "postgres";

/** What the service acts as: seeing one organisation, or all (`docs/architecture.md`, two walls). */
export const ROLES = ["takings_app", "takings_system"] as const;
type Role = (typeof ROLES)[number];

/** The login that acts as `takings_system`. */
export interface SystemLogin {
  url: string;
  /** Whether its password is set here where it does not fit; an operator's own login is never changed. */
  isOurs: boolean;
}

const silent = { max: 1, onnotice: () => {} };

/**
 * Leaves each login with its role: the application's acts as `takings_app`, the system's as `takings_system`, and neither
 * as the other. Logins that are not there are made, with the passwords of their addresses. Without a system login the
 * application's acts as both. Throws where a login has the other's role by other means.
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
  await keepFrom(owner, application, "takings_system");
  await keepFrom(owner, other, "takings_app");
}

async function ensureLogin(owner: postgres.Sql, { url, isOurs }: SystemLogin): Promise<void> {
  const { username, password } = new URL(url);
  const name = decodeURIComponent(username);
  // An address can leave its login to the environment.
  if (name === "") return;
  const exists = async () => (await owner`select 1 from pg_roles where rolname = ${name}`).length > 0;
  const isThere = await exists();
  if (isThere && (!isOurs || (await canLogIn(url)))) return;
  const [row] = await owner<{ statement: string }[]>`
    select format('%s role %I login noinherit password %L', ${isThere ? "alter" : "create"}::text, ${name}::text,
      ${decodeURIComponent(password)}::text) as statement`;
  try {
    await owner.unsafe(row?.statement ?? "");
  } catch (thrown) {
    // Roles belong to the whole server: another database's migration can be first.
    if (isThere || !(await exists())) throw thrown;
  }
}

/** Whether the server lets in the login of an address. Throws where it cannot be asked. */
export async function canLogIn(url: string): Promise<boolean> {
  const client = postgres(url, silent);
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

/** The name that an address logs in as, asked of the server, for addresses can leave it to the environment. */
async function loginOf(url: string): Promise<string> {
  const client = postgres(url, silent);
  try {
    const [row] = await client<{ login: string }[]>`select current_user as login`;
    return row?.login ?? "";
  } finally {
    await client.end({ timeout: 5 });
  }
}

/** The login may act as the roles but does not hold their rights by itself: it has to say as whom it acts. */
async function grantRoles(owner: postgres.Sql, login: string, roles: readonly Role[]): Promise<void> {
  for (const role of roles) {
    // PostgreSQL 16 tells acting (`set`) from holding (`inherit`); before, the login's own NOINHERIT decides.
    const granted = await owner`
      select 1 from pg_auth_members membership
      where roleid = ${role}::regrole and member = quote_ident(${login})::regrole
        and coalesce((to_jsonb(membership) ->> 'set_option')::boolean, true)`;
    if (granted.length > 0) continue;
    const [server] = await owner<
      { tells: boolean }[]
    >`select current_setting('server_version_num')::int >= 160000 as tells`;
    const options = server?.tells ? owner`with inherit false, set true` : owner``;
    await owner`grant ${owner(role)} to ${owner(login)} ${options}`;
  }
}

/** Takes a role from a login. Throws where the login can act as it all the same. */
async function keepFrom(owner: postgres.Sql, login: string, role: Role): Promise<void> {
  const acts = async () =>
    (await owner<{ acts: boolean }[]>`select pg_has_role(${login}::name, ${role}::name, 'member') as acts`)[0]
      ?.acts;
  if (!(await acts())) return;
  await owner`revoke ${owner(role)} from ${owner(login)}`;
  if (!(await acts())) return;
  throw new Error(
    `The login ${login} can act as ${role}. It must not be a superuser; have an administrator run: revoke ${role} from ${login}`,
  );
}
