/** Guarantee: a session whose rows are locked by another SQL transaction delays only its own payments. */
import { expect, test } from "vitest";
import { type Db, systemTx } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "./recording/record";
import { createIncomingCredit, openTestSession } from "./testing/sessions";

useTestDatabase();

type Session = Awaited<ReturnType<typeof openTestSession>>;

const record = ({ account }: Session) => recordCredit(createIncomingCredit({ account }));

test.each([
  [
    "state row",
    ({ sql }: Db, session: string) =>
      sql`select from session_states where session_id = ${session} for update`,
  ],
  [
    "totals row",
    ({ sql }: Db, session: string) =>
      sql`select from session_totals where session_id = ${session} for update`,
  ],
])(
  "while a session's %s is locked, 200 payments of other sessions are recorded and its own payments wait",
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
        const batch = Array.from({ length: 10 }, (_, index) => others[index % 3] ?? locked);
        // Resolves only if none of them waits for the lock, which this SQL transaction holds until it ends.
        const outcomes = await Promise.all(batch.map(record));
        expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(["recorded"]));
      }
      isLocked = false;
      return { own: Promise.all(waiting) };
    });
    expect(await own).toEqual(Array(20).fill({ whileLocked: false }));
    for (const { sessionId } of [locked, ...others])
      expect((await verifyTotals({ sessionId })).differences).toEqual([]);
  },
);
