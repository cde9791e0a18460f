import { setTimeout as sleep } from "node:timers/promises";
import { assertDefined } from "@/lib/core/errors/assert";
import { startTakings } from "../../baselines/start";
import { pace } from "../../load/constant-rate";
import { computePercentiles, type Percentiles } from "../../load/latencies";
import { cookiesForStreams } from "../../load/members";
import { createNotifications } from "../../load/request-source";
import { subscribe } from "../../load/sse-clients";
import { atMost, logProgress, type PartResult } from "../../report";
import { BANK_PATH, createSessions } from "../../setup";

const PER_SECOND = 20;
/** By then the last payment is late enough to be reported. */
const LAST_MS = 3_000;

interface Watching {
  port: number;
  cookies: string[];
  payments: number;
}

/** Milliseconds from the bank's 200 until each subscriber has figures that include the payment. */
async function watch({ port, cookies, payments }: Watching): Promise<Percentiles & { lost: number }> {
  const [session] = await createSessions(port, [undefined]);
  const { sessionId, account } = assertDefined(session, "one was asked for");
  const audience = await subscribe({ port, path: `/api/live/${sessionId}`, cookies });
  const answeredAt: number[] = [];
  const { errors } = await pace({
    port,
    perSecond: PER_SECOND,
    count: payments,
    supply: createNotifications({ path: BANK_PATH, accounts: [account] }),
    onAnswer: (_, status, at) => {
      if (status === 200) answeredAt.push(at);
    },
  });
  await sleep(LAST_MS);
  audience.close();
  if (errors > 0) throw new Error(`${errors} payments were refused`);
  const times = audience.watchers.flatMap(({ seenAt }) =>
    // The n-th response belongs to the n-th payment, or to one recorded in the same moment.
    answeredAt.map((at, index) => Math.max(0, (seenAt[index + 1] ?? Number.POSITIVE_INFINITY) - at)),
  );
  const lost = audience.watchers.filter(({ seenAt, isOpen }) => !isOpen || seenAt.length <= payments).length;
  return { ...computePercentiles(times.filter(Number.isFinite)), lost };
}

/** Measures how soon subscribers of an event see a payment: one alone, and many in parallel. */
export async function measureSubscribers(minutes: number): Promise<PartResult> {
  const server = await startTakings();
  try {
    const cookies = await cookiesForStreams(500);
    const { port } = server;
    await watch({ port, cookies: cookies.slice(0, 1), payments: 40 });
    const one = await watch({ port, cookies: cookies.slice(0, 1), payments: 100 });
    logProgress(`one watcher: p95 ${one.p95.toFixed(1)} ms`);
    const many = await watch({ port, cookies, payments: PER_SECOND * 60 * minutes });
    logProgress(`500 watchers: p95 ${many.p95.toFixed(1)} ms, ${many.lost} lost`);
    const row = (what: string, { p50, p95, p99, lost }: Percentiles & { lost: number }) => [
      what,
      p50,
      p95,
      p99,
      lost,
    ];
    return {
      title: `From the bank's 200 to the figures on the stream, ${PER_SECOND} payments a second`,
      head: ["who watches", "p50 ms", "p95 ms", "p99 ms", "lost or behind"],
      rows: [row("one", one), row("500 on one process", many)],
      bars: [
        atMost("one watcher, p95", one.p95, 250, " ms"),
        atMost("500 watchers, p95", many.p95, 1_000, " ms"),
        atMost("streams lost or behind", one.lost + many.lost, 0),
      ],
    };
  } finally {
    await server.stop();
  }
}
