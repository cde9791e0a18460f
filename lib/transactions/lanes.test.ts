/** Guarantee: a session whose rows another SQL transaction locks delays its own payments only. */
import { expect, test } from "vitest";
import { type Db, systemTx } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "./record";
import { incoming, openTestSession } from "./testing/sessions";

useTestDatabase();

type Session = Awaited<ReturnType<typeof openTestSession>>;

const record = ({ account }: Session) => recordCredit(incoming({ account }));

test.each([
  [
    "counter row",
    ({ sql }: Db, session: string) =>
      sql`select from session_counters where session_id = ${session} for update`,
  ],
  [
    "totals row",
    ({ sql }: Db, session: string) =>
      sql`select from session_totals where session_id = ${session} for update`,
  ],
])(
  "while a session's %s is locked, 200 payments of others are recorded and its own wait",
  async (_, lock) => {
    const locked = await openTestSession();
    const others = [await openTestSession(), await openTestSession(), await openTestSession()];
    for (const session of [locked, ...others]) await record(session);
    let isLocked = true;
    const { own } = await systemTx(async (db) => {
      await lock(db, locked.sessionId);
      const waiting: Promise<{ whileLocked: boolean }>[] = [];
      for (let round = 0; round < 20; round++) {
        waiting.push(record(locked).then(() => ({ whileLocked: isLocked })));
        const crowd = Array.from({ length: 10 }, (_, index) => others[index % 3] ?? locked);
        // Resolves only if none of them waits for the lock, which this SQL transaction keeps until its end.
        const fates = await Promise.all(crowd.map(record));
        expect(new Set(fates.map(({ fate }) => fate))).toEqual(new Set(["recorded"]));
      }
      isLocked = false;
      return { own: Promise.all(waiting) };
    });
    expect(await own).toEqual(Array(20).fill({ whileLocked: false }));
    for (const { sessionId } of [locked, ...others])
      expect((await verifyTotals({ sessionId })).differences).toEqual([]);
  },
);
