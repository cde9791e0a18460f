import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import postgres from "postgres";
import { Failure } from "@/lib/core/errors";
import type { Id } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { made, once } from "@/lib/process";

/** Types as the house wants them: bigint for int8, JSON text passed through as it is. */
const types = {
  bigint: postgres.BigInt,
  json: {
    to: 114,
    from: [114, 3802],
    serialize: (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)),
    parse: (text: string): unknown => JSON.parse(text),
  },
};
type Types = { bigint: bigint; json: unknown };

/** What statements are written with: `sql` for those that must be read as SQL, `orm` for plain reads and writes. */
export interface Db {
  sql: postgres.ISql<Types>;
  orm: PgRemoteDatabase;
}

/** Connections a pool may hold; two pools a process stay well under PostgreSQL's usual hundred. */
const POOL_SIZE = 12;

function openPool(role: "takings_app" | "takings_system") {
  const { databaseUrl } = env();
  if (!databaseUrl) throw new Failure("unavailable", { internal: "the database has not been started" });
  return postgres(databaseUrl, {
    max: POOL_SIZE,
    types,
    connect_timeout: 5,
    onnotice: () => undefined,
    connection: { role, application_name: role, TimeZone: "UTC", statement_timeout: 30_000 },
  });
}

const pools = () =>
  once("pools", () => ({ app: openPool("takings_app"), system: openPool("takings_system") }));

function dbOf(sql: postgres.ISql<Types>): Db {
  return {
    sql,
    get orm() {
      return drizzle(async (query, parameters) => ({
        rows: await sql.unsafe(query, parameters, { prepare: true }).values(),
      }));
    },
  };
}

/**
 * Runs statements as `takings_app`, which sees one organisation's rows alone (house: two walls). The organisation is
 * set in the same round trip as the first statement: both go down one reserved connection, one behind the other.
 */
export async function asOrganisation<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const connection = await pools().app.reserve();
  try {
    const scoped = connection`select set_config('takings.organisation', ${organisationId}, false)`.execute();
    const [result] = await Promise.all([work(dbOf(connection)), scoped]);
    return result;
  } finally {
    connection.release();
  }
}

/** The same in one SQL transaction. */
export async function asOrganisationTx<T>(
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const result = await pools().app.begin(async (tx) => {
    await tx`select set_config('takings.organisation', ${organisationId}, true)`;
    return work(dbOf(tx));
  });
  return result as T;
}

/** Statements as `takings_system`, which sees the whole house: recording, delivery, key look-up, the command line. */
export function systemDb(): Db {
  return dbOf(pools().system);
}

/** Runs one SQL transaction as `takings_system`. */
export async function systemTx<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const result = await pools().system.begin((tx) => work(dbOf(tx)));
  return result as T;
}

/** Listens on a NOTIFY channel, for ever, through lost connections; `onReady` runs at each (re)connection. */
export function listen(channel: string, onNotify: (payload: string) => void, onReady?: () => void) {
  return pools().system.listen(channel, onNotify, onReady);
}

/** Whether the database answers within a time. Never throws. */
export async function pingDatabase(timeoutMs: number): Promise<boolean> {
  const timeout = new Promise<false>((resolve) => setTimeout(resolve, timeoutMs, false).unref());
  const ping = async () => {
    try {
      return (await pools().system`select true as up`).length === 1;
    } catch {
      return false;
    }
  };
  return Promise.race([ping(), timeout]);
}

/** Closes every connection of this process, letting statements in flight finish for up to five seconds. */
export async function closePools(): Promise<void> {
  const opened = made<ReturnType<typeof pools>>("pools");
  if (!opened) return;
  const { app, system } = opened;
  await Promise.all([app.end({ timeout: 5 }), system.end({ timeout: 5 })]);
}
