/**
 * Guarantee: what recording guarantees is true also where it writes one session per SQL transaction (`DATABASE_DISTRIBUTED`):
 * the tests of the one statement, with that form in its place.
 */
import { expect, test, vi } from "vitest";
import { newId } from "@/lib/core/ids";
import { type Db, systemDb, systemTx } from "@/lib/db/client";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import type { WriteOptions } from "./insert-transactions";
import { recordCredit } from "./record";
import type { RecordingRow } from "./recording-row";

vi.stubEnv("DATABASE_DISTRIBUTED", "true");
vi.mock("./insert-transactions", async (importOriginal) => {
  const original = await importOriginal<typeof import("./insert-transactions")>();
  const insertTransactions = async (db: Db, rows: RecordingRow[], options: WriteOptions = {}) => {
    if (options.only) return original.insertTransactions(db, rows, options);
    const { insertBySession } = await import("./by-session");
    return insertBySession(rows, options);
  };
  return { ...original, insertTransactions };
});

await import("./insert-transactions.test");

test("a session that another SQL transaction has locked delays only its own payments", async () => {
  const [locked, other] = [await openTestSession(), await openTestSession()];
  const record = ({ account }: typeof locked) => recordCredit(createIncomingCredit({ account }));
  let own: Promise<unknown> | undefined;
  await systemTx(async ({ sql }) => {
    await sql`select from session_states where session_id = ${locked.sessionId} for update`;
    own = record(locked);
    // Resolves only if it does not wait for the lock, which this SQL transaction holds until it ends.
    expect(await record(other)).toMatchObject({ outcome: "recorded" });
    expect(await Promise.race([own, "waits"])).toBe("waits");
  });
  expect(await own).toMatchObject({ outcome: "recorded" });
});

test("one payment that is reported for two sessions is recorded once, and its repeat uses no sequence number", async () => {
  const [one, other] = [await openTestSession(), await openTestSession()];
  const paymentKey = newId("transaction");
  const report = ({ account }: typeof one) => recordCredit(createIncomingCredit({ account, paymentKey }));
  expect(await report(one)).toMatchObject({ outcome: "recorded" });
  expect(await report(other)).toMatchObject({ outcome: "exception" });
  const next = createIncomingCredit({ account: one.account });
  expect(await recordCredit(next)).toMatchObject({ outcome: "recorded" });
  const rows = await systemDb().sql<{ sessionId: string; sequence: bigint }[]>`
    select session_id, sequence from transactions where session_id in (${one.sessionId}, ${other.sessionId}) order by 2`;
  expect(rows.map(({ sessionId, sequence }) => [sessionId, Number(sequence)])).toEqual([
    [one.sessionId, 1],
    [one.sessionId, 2],
  ]);
});
