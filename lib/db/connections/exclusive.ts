import { toPublicError } from "../errors";
import { PinnedConnection } from "./transaction-pool";

/**
 * Runs work that only one process of the deployment does at a time; returns undefined without running it if another one is.
 * `name` identifies the work. An advisory lock of a SQL transaction on a connection of its own stands for it, so that it ends
 * with the process; that transaction reads nothing and holds back no vacuum. If the connection is lost, the work
 * continues: it must be harmless to repeat. Rejects with the error of the work, or with `Failure("unavailable")`.
 */
export async function runExclusively<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const connection = new PinnedConnection("takings_system");
  try {
    if (!(await lock(connection, name))) return undefined;
    return await work();
  } finally {
    await connection.end();
  }
}

async function lock({ sql }: PinnedConnection, name: string): Promise<boolean> {
  try {
    await sql`begin read only`;
    await sql`set local idle_in_transaction_session_timeout = 0`;
    const [row] = await sql<{ isLocked: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended(${`takings ${name}`}, 0)) as is_locked`;
    return row?.isLocked === true;
  } catch (thrown) {
    throw toPublicError(thrown);
  }
}
