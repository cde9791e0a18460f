import { setTimeout as sleep } from "node:timers/promises";
import { longRunningTx } from "@/lib/db/client";
import { indexNextTransactions } from "@/lib/payment-search";
import { connectAsOwner } from "@/lib/testing/database";
import { fillSession } from "@/lib/testing/fill-session";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "./sessions";

/** Payments per filled session. */
const PER_SESSION = 100_000;
/** Notifications per second that are recorded while work in the background is measured. */
const RATE = 100;
const ROUND_MS = 15_000;

/** Fills sessions with this many payments in all, with search texts and delivered events. */
export async function fillSessions(payments: number, { ownerUrl }: { ownerUrl: string }): Promise<void> {
  const counts = Array.from({ length: Math.ceil(payments / PER_SESSION) }, (_, index) =>
    Math.min(PER_SESSION, payments - index * PER_SESSION),
  );
  const fillNext = async (): Promise<void> => {
    for (let count = counts.pop(); count !== undefined; count = counts.pop()) await fillOne(count);
  };
  await Promise.all([fillNext(), fillNext()]);
  // As autovacuum, which test databases lack, has done long before payments are this old.
  await connectAsOwner(ownerUrl, (sql) => sql.unsafe("vacuum analyze"));
}

async function fillOne(count: number): Promise<void> {
  const { sessionId } = await openTestSession("test", "https://hooks.example.com/takings");
  await longRunningTx((db) => fillSession(db, { sessionId, count }));
  while ((await indexNextTransactions(sessionId, 5_000)) > 0);
}

/** What work in the background costs recording, and how much of it is done meanwhile. */
interface BesideRecording {
  /** The 99th percentile of recording with the work ÷ without it. */
  p99Ratio: number;
  done: number;
  /** One line for a report. */
  summary: string;
}

/**
 * Records payments in rounds of equal length without and with the work, which runs until its signal aborts, continues in the
 * next round where it was stopped, and returns how many rows it has changed.
 */
export async function measureBesideRecording(
  rounds: number,
  work: (signal: AbortSignal) => Promise<number>,
): Promise<BesideRecording> {
  const { account } = await openTestSession();
  const quiet: number[] = [];
  const busy: number[] = [];
  await record(account, 3_000, []);
  let done = 0;
  let workMs = 0;
  for (let round = 0; round < rounds; round++) {
    await record(account, ROUND_MS, quiet);
    const startedAt = performance.now();
    const stopping = new AbortController();
    const working = work(stopping.signal);
    await record(account, ROUND_MS, busy);
    stopping.abort();
    done += await working;
    workMs += performance.now() - startedAt;
  }
  const of = (share: number) => [percentile(quiet, share), percentile(busy, share)] as const;
  const [p50, p50Busy] = of(0.5);
  const [p99, p99Busy] = of(0.99);
  const p99Ratio = p99Busy / p99;
  const perSecond = (done * 1_000) / workMs;
  const summary =
    `recording ${RATE}/s: p50 ${p50.toFixed(1)} and ${p50Busy.toFixed(1)} ms, p99 ${p99.toFixed(1)} and ${p99Busy.toFixed(1)} ms ` +
    `(${p99Ratio.toFixed(2)}) of ${quiet.length} and ${busy.length} payments, without the work and with it; ` +
    `${perSecond.toFixed(0)} rows a second: ${(5_000_000 / perSecond / 3_600).toFixed(1)} h for 5,000,000\n`;
  return { p99Ratio, done, summary };
}

/** Records payments at the rate for this time, and adds the duration of each to `latencies`. */
async function record(account: string, durationMs: number, latencies: number[]): Promise<void> {
  const startedAt = performance.now();
  const running: Promise<unknown>[] = [];
  for (let count = 0; performance.now() - startedAt < durationMs; count++) {
    const dueAt = startedAt + (count * 1_000) / RATE;
    if (dueAt > performance.now()) await sleep(dueAt - performance.now());
    const sentAt = Math.max(dueAt, startedAt);
    running.push(
      recordCredit(createIncomingCredit({ account })).then(() => latencies.push(performance.now() - sentAt)),
    );
  }
  await Promise.all(running);
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? 0;
