import type { Db } from "@/lib/db/client";
import { CONNECTIONS_BY_LOGIN } from "@/lib/db/connections/connection-limits";
import { LISTENER_PREFIX } from "@/lib/db/connections/listen";
import { loadSettings } from "@/lib/env";

/** A limit on connections, and how many of them one serving process needs. */
interface ConnectionLimit {
  /** What sets the limit, for people. */
  of: string;
  limit: number;
  perProcess: number;
}

/** The connections that the database server allows, and the serving processes that use it. */
export interface ConnectionBudget {
  limits: ConnectionLimit[];
  /** The serving processes that are connected now, on all machines. */
  runningProcesses: number;
}

interface Row {
  serverLimit: number;
  databaseLimit: number;
  roleLimits: Record<string, number>;
  runningProcesses: number;
}

/**
 * Reads how many connections the server, the database and the two logins allow, without those reserved for superusers, and how
 * many serving processes are connected. Behind a pooler only the connections to the server itself count: how many the pooler
 * opens is in its own configuration.
 */
export async function readConnectionBudget({ sql }: Db): Promise<ConnectionBudget> {
  const { hasPooler, databaseUrl = "", databaseSystemUrl = databaseUrl } = loadSettings();
  const logins = { application: loginOf(databaseUrl), system: loginOf(databaseSystemUrl) };
  const [row] = await sql<Row[]>`
    select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) as server_limit,
      (select datconnlimit from pg_database where datname = current_database()) as database_limit,
      (select coalesce(json_object_agg(rolname, rolconnlimit), '{}') from pg_roles
        where rolname in (${logins.application}, ${logins.system})) as role_limits,
      (select count(distinct application_name)::int from pg_stat_activity
        where datname = current_database() and starts_with(application_name, ${LISTENER_PREFIX})) as running_processes`;
  if (!row) throw new Error("The server does not state its limits.");
  const { direct, pooled } = CONNECTIONS_BY_LOGIN;
  const needOf = (login: "application" | "system") => direct[login] + (hasPooler ? 0 : pooled[login]);
  const total = needOf("application") + needOf("system");
  const roles = (["application", "system"] as const).map((login) => ({
    of: `the login ${logins[login]}`,
    limit: row.roleLimits[logins[login]] ?? -1,
    perProcess: logins.application === logins.system ? total : needOf(login),
  }));
  const limits = [
    { of: "the server (max_connections without those reserved)", limit: row.serverLimit, perProcess: total },
    { of: "the database", limit: row.databaseLimit, perProcess: total },
    ...roles,
  ];
  return { limits: limits.filter(({ limit }) => limit >= 0), runningProcesses: row.runningProcesses };
}

/** Lists the limits that do not suffice for a number of serving processes, each with its remedy. */
export function findBudgetFaults({ limits }: ConnectionBudget, processes: number): string[] {
  return limits
    .filter(({ limit, perProcess }) => processes * perProcess > limit)
    .map(
      ({ of, limit, perProcess }) =>
        `${processes} ${processes === 1 ? "process needs" : "processes need"} ${processes * perProcess} database connections ` +
        `(${perProcess} each), and ${of} allows ${limit}. Raise that limit, run fewer processes, or put a pooler in between (DATABASE_DIRECT_URL)`,
    );
}

const loginOf = (url: string) => decodeURIComponent(new URL(url).username);
