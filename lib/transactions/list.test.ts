import { beforeAll, expect, test } from "vitest";
import { CHUNK_ROWS } from "@/lib/core/pagination";
import { systemDb, systemTx } from "@/lib/db/client";
import { listOperatorTransactions } from "@/lib/operators";
import { getTerminalActivity } from "@/lib/terminals";
import { useTestDatabase } from "@/lib/testing/database";
import { type Filled, fillSession } from "@/lib/testing/fill-session";
import { getTransaction, listTransactions, recordCredit } from "./index";
import { createIncomingCredit, openTestSession } from "./testing/sessions";

useTestDatabase();

const COUNT = 2_000;
let session: Awaited<ReturnType<typeof openTestSession>>;
let filled: Filled;
beforeAll(async () => {
  session = await openTestSession();
  filled = await systemTx((db) => fillSession(db, { sessionId: session.sessionId, count: COUNT }));
});

const ALL = { limit: 1_000_000n, offset: 0n };
const operatorId = () => filled.operatorIds[0] ?? "op_";
/** The three functions that stream a long page. */
const READS = {
  "a session's list": () => listTransactions(session.scope, { sessionId: session.sessionId, ...ALL }),
  "a terminal's activity": () =>
    getTerminalActivity(session.scope, {
      sessionId: session.sessionId,
      terminalId: session.terminalId,
      ...ALL,
    }),
  "an operator's transactions": () =>
    listOperatorTransactions(session.scope, { sessionId: session.sessionId, operatorId: operatorId() }),
};

/** Reads the ids in page order directly from the database. */
async function stored(name: string): Promise<string[]> {
  const { sql } = systemDb();
  const rows = await sql<{ id: string }[]>`
    select id from transactions where session_id = ${session.sessionId}
      and ${name === "a session's list" ? sql`true` : sql`terminal_id = ${session.terminalId}`}
    order by sequence desc`;
  return rows.map(({ id }) => id);
}

test.each(Object.entries(READS))(
  "payments recorded while %s is read shift and repeat no rows",
  async (name, read) => {
    const before = await stored(name);
    expect(before.length).toBeGreaterThan(3 * Number(CHUNK_ROWS));
    const ids: string[] = [];
    for await (const { rows } of (await read()).chunks) {
      ids.push(...rows.map(({ id }) => id));
      await recordCredit(createIncomingCredit({ channel: "pos", devices: [session.terminalId] }));
    }
    expect(ids).toEqual(before);
    expect((await stored(name)).length).toBeGreaterThan(before.length);
  },
);

test.each(Object.entries(READS))(
  "readers of %s that stop half-way hold no connection",
  async (_name, read) => {
    const halfRead = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const source = (await read()).chunks[Symbol.asyncIterator]();
        const first = await source.next();
        return { source, id: first.value?.rows[0]?.id ?? "txn_" };
      }),
    );
    const [one] = halfRead;
    expect(await getTransaction(session.scope, one?.id ?? "txn_")).toMatchObject({ id: one?.id });
    const [idle] = await systemDb().sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'takings_app' and state <> 'idle'`;
    expect(idle?.count).toBe(0);
    await Promise.all(halfRead.map(({ source }) => source.return?.(undefined)));
  },
);
