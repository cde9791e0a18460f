import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { assertDefined } from "@/lib/core/errors/assert";
import { env } from "@/lib/env";
import { PRODUCT, withServer } from "../baselines/compared-servers";
import { type Paced, pace } from "../load/constant-rate";
import { computePercentiles, median, medianRatio, type Percentiles } from "../load/latencies";
import { createNotifications } from "../load/request-source";
import { atMost, logProgress, type PartResult } from "../report";
import { type BenchSession, createSessionsWithoutWebhooks } from "../setup";

const ROUNDS = 3;
const SESSIONS = 20;
const PER_SECOND = 200;
const SECONDS = 10;
const LOCKED_MS = 8_000;

/** The rows that another transaction locks, by how the statement uses them. */
const TABLES = {
  "the session's counter row": "session_states",
  "the session's totals": "session_totals",
} as const;
type Locked = keyof typeof TABLES;

/** Locks the rows of a session in one table for eight seconds. */
async function lockRows(table: string, { sessionId }: BenchSession): Promise<void> {
  const url = assertDefined(env().databaseSystemUrl ?? env().databaseUrl, "the bench has a database");
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connection: { role: "takings_system" } });
  await sql.begin(async (tx) => {
    await tx`select from ${tx(table)} where session_id = ${sessionId} for update`;
    await sleep(LOCKED_MS);
  });
  await sql.end();
}

interface Round {
  /** For the sessions that are not locked. */
  others: Percentiles;
  /** Notifications for the locked session that the bank must repeat. */
  refused: number;
}

async function measure(sessions: BenchSession[], run: string, locked?: Locked): Promise<Round> {
  const [first, ...others] = sessions;
  return withServer(PRODUCT.start, async ({ port }) => {
    const paced = (of: BenchSession[], seconds: number): Promise<Paced> => {
      const perSecond = (PER_SECOND * of.length) / SESSIONS;
      const accounts = of.map(({ account }) => account);
      const supply = createNotifications({ path: PRODUCT.path, accounts });
      return pace({ port, perSecond, count: perSecond * seconds, supply, connections: 128 });
    };
    await paced(sessions, 2);
    const target = assertDefined(first, "there are sessions");
    const lock = locked ? lockRows(TABLES[locked], target) : undefined;
    const [rest, busy] = await Promise.all([paced(others, SECONDS), paced([target], SECONDS), lock]);
    if (rest.errors > 0) throw new Error(`${run}: ${rest.errors} errors beside a locked session`);
    return { others: computePercentiles(rest.times), refused: busy.errors };
  });
}

/**
 * Measures a constant rate over twenty sessions, with and without eight seconds in which another transaction locks
 * the rows of one. Throws on any error of the other nineteen.
 */
export async function measureLocked(): Promise<PartResult> {
  const sessions = await createSessionsWithoutWebhooks(SESSIONS);
  const cases: (Locked | undefined)[] = [undefined, ...(Object.keys(TABLES) as Locked[])];
  const runs = new Map(cases.map((one) => [one, [] as Round[]]));
  for (let round = 1; round <= ROUNDS; round++) {
    for (const one of cases) {
      const measured = await measure(sessions, `locked-${cases.indexOf(one)}-${round}`, one);
      runs.get(one)?.push(measured);
      logProgress(
        `round ${round}: ${one ?? "nothing"} locked: others' p99 ${measured.others.p99.toFixed(1)} ms`,
      );
    }
  }
  const of = (one: Locked | undefined, read: (round: Round) => number) => (runs.get(one) ?? []).map(read);
  const p99s = (one: Locked | undefined) => of(one, ({ others }) => others.p99);
  return {
    title: `One session of ${SESSIONS} locked for ${LOCKED_MS / 1000} s at ${PER_SECOND}/s: the other sessions`,
    head: ["locked", "p50 ms", "p99 ms", "max ms", "of the locked one: to send again"],
    rows: cases.map((one) => [
      one ?? "nothing",
      median(of(one, ({ others }) => others.p50)),
      median(p99s(one)),
      median(of(one, ({ others }) => others.max)),
      median(of(one, ({ refused }) => refused)),
    ]),
    bars: (Object.keys(TABLES) as Locked[]).map((one) =>
      atMost(`others' p99 with ${one} locked ÷ the usual`, medianRatio(p99s(one), p99s(undefined)), 2, " ×"),
    ),
  };
}
