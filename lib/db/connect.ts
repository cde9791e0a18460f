import postgres from "postgres";
import { Failure } from "@/lib/core/errors";
import { loadSettings } from "@/lib/env";
import { findSingleton } from "@/lib/process-singleton";
import { types } from "./types";

export type Role = "takings_app" | "takings_system";
/** Who a connection acts as: one of the two roles, each through a login of its own, or the owner of the tables. */
export type Login = Role | "owner";

/** A server on this continent answers within half a second; one that has not in this time is frozen or cut off. */
const CONNECT_TIMEOUT_S = 2;
/**
 * The longest that a statement may run, told to the server. It ends a slow one itself, so that silence beyond it
 * (`ANSWER_TIMEOUT_MS` in `pools.ts`) means that the server, or the way there, is dead.
 */
const STATEMENT_TIMEOUT_MS = 6_000;
/** A SQL transaction whose client says nothing for longer than any work may take lost it: its locks are let go. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
/** Unused connections are given back after a minute, also one that was still being made when its pool was ended. */
const IDLE_TIMEOUT_S = 60;

/** Where the database is now: the embedded one's address changes when it had to take another port. */
function addressOfDatabase(login: Login): string {
  const { databaseUrl, databaseSystemUrl = databaseUrl, databaseOwnerUrl } = loadSettings();
  const url = { takings_app: databaseUrl, takings_system: databaseSystemUrl, owner: databaseOwnerUrl }[login];
  if (url) return url;
  throw new Failure("unavailable", { internal: "the database has not been started" });
}

interface ClientOptions {
  max: number;
  /** Leaves ending the connection to its owner, also where it is idle or old. */
  isEndedByOwner?: boolean;
  statementTimeoutMs?: number;
  planning?: Planning;
  onNotify?: (channel: string, payload: string) => void;
  onClose?: () => void;
}

/** What postgres.js itself listens with; its types leave it out. */
type WithNotify = { onnotify: ClientOptions["onNotify"] };

/** A client of postgres.js, which makes its connections when they are needed. */
export type Client = ReturnType<typeof openClient>;

/** Settings of PostgreSQL's planner that hold on a connection. */
export type Planning = Readonly<Record<string, string>>;

/** Hears each statement as it is sent. Only tests listen (`lib/testing/plan.ts`). */
export type StatementListener = (role: Role, planning: Planning, text: string, parameters: unknown[]) => void;

/** Opens a client that acts as one of the two roles or as the owner. */
export function openClient(login: Login, given: ClientOptions) {
  const hear = login === "owner" ? undefined : findSingleton<StatementListener>("hearing");
  const role = login === "owner" ? undefined : login;
  const options: postgres.Options<typeof types> & WithNotify = {
    max: given.max,
    types,
    fetch_types: false,
    onnotify: given.onNotify,
    ...(given.onClose && { onclose: given.onClose }),
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: given.isEndedByOwner ? 0 : IDLE_TIMEOUT_S,
    ...(given.isEndedByOwner && { max_lifetime: null }),
    keep_alive: 10,
    // Whoever waits for a connection is told at once that there is none. `Database` waits between tries.
    backoff: () => 0,
    onnotice: () => undefined,
    ...(hear &&
      role && {
        debug: (_connection, text, parameters) => hear(role, given.planning ?? {}, text, parameters),
      }),
    connection: {
      ...(role && { role }),
      application_name: role ?? "takings_owner",
      TimeZone: "UTC",
      statement_timeout: given.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      // Nor does one hold anything whose machine vanished.
      tcp_keepalives_idle: 10,
      tcp_keepalives_interval: 2,
      tcp_keepalives_count: 5,
      ...given.planning,
    },
  };
  return postgres(addressOfDatabase(login), options);
}
