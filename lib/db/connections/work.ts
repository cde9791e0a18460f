import { drizzle, type PgRemoteDatabase } from "drizzle-orm/pg-proxy";
import type postgres from "postgres";
import { type Id, isId } from "@/lib/core/ids";
import { env } from "@/lib/env";
import type { Types } from "../types";
import type { PinnedConnection } from "./transaction-pool";

/** Two ways to write statements: `sql` for explicit SQL, `orm` for simple reads and writes. */
export interface Db {
  sql: postgres.ISql<Types>;
  orm: PgRemoteDatabase;
}

/** The two ways over statements of one connection or pool. */
export function dbOf(sql: postgres.ISql<Types>): Db {
  return {
    sql,
    get orm() {
      return drizzle(async (query, parameters) => ({
        rows: await sql.unsafe(query, parameters, { prepare: true }).values(),
      }));
    },
  };
}

/** Runs statements of one organisation on a connection. */
export async function withTenant<T>(
  connection: PinnedConnection,
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  // Behind a pooler the next statement may get another connection.
  if (env().isDatabaseDistributed || connection.transactionSettings)
    return withTenantTx(connection, organisationId, work);
  // Not awaited: the connection executes statements in the order in which they are sent.
  const tenantSet = setTenant(connection, organisationId);
  try {
    const [result] = await Promise.all([work(dbOf(connection.sql)), tenantSet]);
    return result;
  } finally {
    // If the work fails without a statement, the connection must not be returned before its tenant is known.
    await tenantSet.catch(() => undefined);
  }
}

/** Runs statements of one organisation on a connection, in one snapshot. */
export function withTenantSnapshot<T>(
  connection: PinnedConnection,
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return withTenantTx(connection, organisationId, work, true);
}

/** Runs statements of one organisation on a connection, in one SQL transaction. */
export function withTenantTx<T>(
  connection: PinnedConnection,
  organisationId: Id<"organisation">,
  work: (db: Db) => Promise<T>,
  isSnapshot = false,
): Promise<T> {
  const inTenant = async (db: Db) => {
    await setTenantLocal(db, organisationId);
    return work(db);
  };
  return inTransaction(connection, inTenant, isSnapshot);
}

/**
 * Sets the organisation until the end of the SQL transaction. Where the tables are distributed, only a SET LOCAL reaches the
 * servers on which row-level security is checked.
 */
export function setTenantLocal({ sql }: Db, organisationId: Id<"organisation">): PromiseLike<unknown> {
  if (!env().isDatabaseDistributed)
    return sql`select set_config('takings.organisation', ${organisationId}, true)`;
  if (!isId("organisation", organisationId)) throw new Error("not an organisation's id");
  return sql.unsafe(`set local takings.organisation = '${organisationId}'`);
}

/** Sets the organisation whose rows a connection can access; skipped if the connection has it already. */
async function setTenant(connection: PinnedConnection, organisationId: Id<"organisation">): Promise<void> {
  if (connection.organisationId === organisationId) return;
  connection.organisationId = undefined;
  await connection.sql`select set_config('takings.organisation', ${organisationId}, false)`.execute();
  connection.organisationId = organisationId;
}

const SNAPSHOT = " isolation level repeatable read read only";

/**
 * Runs work in one SQL transaction. If the caller has timed out, the connection is lost and the transaction rolls
 * back.
 */
export async function inTransaction<T>(
  connection: PinnedConnection,
  work: (db: Db) => Promise<T>,
  isSnapshot = false,
): Promise<T> {
  const { sql, transactionSettings = {} } = connection;
  const settings = Object.entries(transactionSettings).map(
    ([name, value]) => `; set local ${name} = ${value}`,
  );
  await sql.unsafe(`begin${isSnapshot ? SNAPSHOT : ""}${settings.join("")}`);
  try {
    const result = await work(dbOf(sql));
    await sql`commit`;
    return result;
  } catch (thrown) {
    if (!connection.isLost) await sql`rollback`;
    throw thrown;
  }
}
