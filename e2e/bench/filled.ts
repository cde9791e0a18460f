import postgres from "postgres";
import { assertDefined } from "@/lib/core/assert";
import type { Id } from "@/lib/core/ids";
import { longRunningTx } from "@/lib/db/client";
import { loadSettings } from "@/lib/env";
import { indexNextTransactions } from "@/lib/payment-search";
import { fillSession } from "@/lib/testing/fill";
import { withServer } from "./baselines/sides";
import { startTakings } from "./baselines/start";
import { say } from "./report";
import { openSessions } from "./setup";

const TERMINALS = 6;
const CHUNK = 5_000;

/**
 * Opens sessions and fills each with so many transactions as if banks had told of every one, and the product had long
 * kept up with them: catalogued, and tidied as autovacuum would in its own time, and then in the middle of a round.
 */
export async function openFilledSessions(counts: number[]): Promise<Id<"session">[]> {
  const grounds = await withServer(startTakings, ({ port }) =>
    openSessions(
      port,
      counts.map(() => undefined),
      TERMINALS,
    ),
  );
  for (const [index, { sessionId }] of grounds.entries()) {
    const count = assertDefined(counts[index], "a session was opened for each count");
    say(`filling a session with ${count} transactions, and cataloguing them`);
    await longRunningTx((db) => fillSession(db, { sessionId, count }));
    while ((await indexNextTransactions(sessionId, CHUNK)) > 0);
  }
  const owner = postgres(assertDefined(loadSettings().databaseOwnerUrl, "the database has an owner"), {
    max: 1,
  });
  await owner`
    vacuum analyze transactions, sessions, session_counters, session_totals, settlement_totals, catalogues,
      catalogue_entries, catalogue_minutes`;
  await owner.end();
  return grounds.map(({ sessionId }) => sessionId);
}
