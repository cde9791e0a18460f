import postgres from "postgres";
import { Failure } from "@/lib/core/errors/errors";
import { readTls } from "@/lib/core/settings/database-tls";
import {
  COMMON_SETTINGS,
  type ConnectionSettings,
  type PoolKind,
  poolLoginUrl,
  STATEMENT_TIMEOUT_MS,
} from "@/lib/core/settings/session-settings";
import { loadSettings } from "@/lib/env";
import { findSingleton } from "@/lib/process-singleton";
import { types } from "../types";

export type Role = "takings_app" | "takings_system";
/** The login of a connection: one of the two roles, or the owner of the tables. */
export type Login = Role | "owner";

/** A server on the same continent answers within half a second; beyond this time it is frozen or unreachable. */
const CONNECT_TIMEOUT_S = 2;
/** Idle connections are closed after a minute, including those still being opened when their pool was closed. */
const IDLE_TIMEOUT_S = 60;

/** The server of a connection: the primary, or the streaming replica of `DATABASE_REPLICA_URL`. */
export type Server = "primary" | "replica";

/** Returns the current database URL; the embedded database's port can change at a restart. */
function databaseUrlFor(login: Login, server: Server): string {
  const { databaseDirect, databaseOwnerUrl, databaseReplicaUrl } = loadSettings();
  const { url: databaseUrl, systemUrl: databaseSystemUrl = databaseUrl } = databaseDirect;
  if (server === "replica" && databaseReplicaUrl)
    return login === "takings_app" ? databaseReplicaUrl : withLogin(databaseReplicaUrl, databaseSystemUrl);
  const url = { takings_app: databaseUrl, takings_system: databaseSystemUrl, owner: databaseOwnerUrl }[login];
  if (url) return url;
  throw new Failure("unavailable", { internal: "the database has not been started" });
}

/** Returns the URL of a server with the user and the password of another URL: a replica has the primary's logins. */
function withLogin(server: string, login: string | undefined): string {
  const [address, { username, password }] = [new URL(server), new URL(login ?? server)];
  return Object.assign(address, { username, password }).href;
}

/** Returns the URL of a login at the transaction pooler; undefined without one. */
function poolerUrlFor(login: Login, { pooled: kind, server }: ClientOptions): string | undefined {
  const { hasPooler, databaseUrl, databaseSystemUrl } = loadSettings();
  if (!hasPooler || !kind || server === "replica" || login === "owner") return undefined;
  if (login === "takings_app") return databaseUrl;
  return databaseSystemUrl && poolLoginUrl(databaseSystemUrl, kind);
}

interface ClientOptions {
  max: number;
  /** The login at the transaction pooler, if the deployment has one; absent: a connection to the server itself. */
  pooled?: PoolKind;
  /** Default: the primary. */
  server?: Server | undefined;
  /** Disables the idle and age timers; the owner closes the connection. */
  isEndedByOwner?: boolean;
  statementTimeoutMs?: number;
  planning?: ConnectionSettings;
  applicationName?: string;
  onNotify?: (channel: string, payload: string) => void;
  onClose?: () => void;
}

/** Options of postgres.js that are missing in its types and its documentation. */
interface UntypedOptions {
  /** Called for what a connection that listens receives. */
  onnotify: ClientOptions["onNotify"];
  /** How many statements a connection sends before the first is answered, apart from that one. */
  max_pipeline?: number;
}

/** A client of postgres.js, which opens its connections on demand. */
export type Client = ReturnType<typeof openClient>;

/** Called for each statement as it is sent; used only in tests (`lib/testing/query-plan.ts`). */
export type StatementListener = (
  role: Role,
  planning: ConnectionSettings,
  text: string,
  parameters: unknown[],
) => void;

/**
 * A transaction pooler gives each SQL transaction another server connection: statements cannot be prepared, and settings come
 * from the login (`drizzle/pooled-logins.ts`). A statement is sent only when the one before is answered: postgres.js sends one with
 * parameters in two steps, and pgbouncer 1.18 loses the answer to the first if another statement ends meanwhile.
 */
const POOLER_OPTIONS = { prepare: false, max_pipeline: 0, connection: { application_name: "takings" } };

/** Opens a client that acts as one of the two roles or as the owner. */
export function openClient(login: Login, clientOptions: ClientOptions) {
  const listener = login === "owner" ? undefined : findSingleton<StatementListener>("hearing");
  const role = login === "owner" ? undefined : login;
  const options: postgres.Options<typeof types> & UntypedOptions = {
    max: clientOptions.max,
    types,
    // Of column names only: `postgres.camel` would also rewrite the keys inside JSON values, such as `metadata`.
    transform: { column: { from: postgres.toCamel } },
    fetch_types: false,
    onnotify: clientOptions.onNotify,
    ...(clientOptions.onClose && { onclose: clientOptions.onClose }),
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: clientOptions.isEndedByOwner ? 0 : IDLE_TIMEOUT_S,
    ...(clientOptions.isEndedByOwner && { max_lifetime: null }),
    keep_alive: 10,
    // Connection errors are reported at once; `Database` waits between attempts.
    backoff: () => 0,
    onnotice: () => undefined,
    ...(listener &&
      role && {
        debug: (_connection, text, parameters) =>
          listener(role, clientOptions.planning ?? {}, text, parameters),
      }),
    connection: {
      ...(role && { role }),
      application_name: clientOptions.applicationName ?? role ?? "takings_owner",
      ...COMMON_SETTINGS,
      statement_timeout: clientOptions.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      // Also release the locks of clients whose machine has disappeared.
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 2,
      tcp_keepalives_count: 5,
      ...clientOptions.planning,
    },
  };
  const poolerUrl = poolerUrlFor(login, clientOptions);
  const address = poolerUrl ?? databaseUrlFor(login, clientOptions.server ?? "primary");
  const { url, options: tls } = readTls(address);
  return postgres(url, { ...options, ...tls, ...(poolerUrl && POOLER_OPTIONS) });
}
