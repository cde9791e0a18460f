/**
 * Measures what dropping the bodies of old notifications in the background costs recording. `RETENTION_PAYMENTS` is the
 * number of payments, `RETENTION_ROUNDS` that of the measured rounds.
 */
import { expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { fillSessions, measureBesideRecording } from "@/lib/transactions/testing/beside-recording";
import { dropBodies } from "./drop-bodies";

const database = useTestDatabase();

const PAYMENTS = Number(process.env.RETENTION_PAYMENTS ?? 1_000_000);
const ROUNDS = Number(process.env.RETENTION_ROUNDS ?? 10);
const MAX_RATIO = 1.2;

/** Drops until it is stopped. All ids of filled rows are older than any time. */
const drop = async (signal: AbortSignal) => (await dropBodies({ days: 1, signal })) ?? 0;

test(`bodies of ${PAYMENTS} payments are dropped in the background without slowing recording`, {
  timeout: 2 * 3_600_000,
}, async () => {
  await fillSessions(PAYMENTS, database);
  const measured = await measureBesideRecording(ROUNDS, drop);
  process.stdout.write(measured.summary);
  expect(measured.done).toBeGreaterThan(0);
  expect(measured.p99Ratio).toBeLessThanOrEqual(MAX_RATIO);
});
