import postgres from "postgres";
import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import { longRunningTx } from "@/lib/db/client";
import { loadSettings } from "@/lib/env";
import { indexNextTransactions } from "@/lib/payment-search";
import { fillSession } from "@/lib/testing/fill-session";
import { withServer } from "./baselines/compared-servers";
import { startTakings } from "./baselines/start";
import { logProgress } from "./report";
import { createSessions } from "./setup";

const TERMINALS = 6;
const CHUNK = 5_000;

/**
 * Creates sessions with this many transactions each, in the state in which normal recording leaves them later:
 * indexed, and vacuumed, so that autovacuum does not run during a round.
 */
export async function createFilledSessions(counts: number[]): Promise<Id<"session">[]> {
  const grounds = await withServer(startTakings, ({ port }) =>
    createSessions(
      port,
      counts.map(() => undefined),
      TERMINALS,
    ),
  );
  for (const [index, { sessionId }] of grounds.entries()) {
    const count = assertDefined(counts[index], "a session was opened for each count");
    logProgress(`filling a session with ${count} transactions, and indexing them`);
    await longRunningTx((db) => fillSession(db, { sessionId, count }));
    while ((await indexNextTransactions(sessionId, CHUNK)) > 0);
  }
  const owner = postgres(assertDefined(loadSettings().databaseOwnerUrl, "the database has an owner"), {
    max: 1,
  });
  await owner`
    vacuum analyze transactions, sessions, session_states, session_totals, settlement_totals, search_index_progress,
      transaction_search, minute_totals`;
  await owner.end();
  return grounds.map(({ sessionId }) => sessionId);
}
