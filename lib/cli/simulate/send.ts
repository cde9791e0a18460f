import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Provider, SimulatedCredit } from "@/lib/bank";
import { keepPace } from "./pace";
import { type Destination, simulatedCredit } from "./payers";
import { randomFrom } from "./random";
import type { Service } from "./service";
import type { Sums } from "./sums";

/** Delays before an unacknowledged notification is sent again. A bank takes minutes; a simulation must be faster. */
const RETRY_MS = [50, 250, 1_000] as const;
/** Interval and number of retry rounds at the end for notifications still not acknowledged. */
const FINAL_ROUND_MS = 1_000;
const FINAL_ROUNDS = 15;
const MAX_IN_FLIGHT = 2_000;

interface Sending {
  service: Pick<Service, "postNotification">;
  provider: Pick<Provider, "compose">;
  secret: string;
  seed: number;
  count: number;
  dueMs(index: number): number;
  destinationOf(index: number): Destination;
  signal: AbortSignal;
}

/**
 * Posts the payments, each at its time, and posts unacknowledged ones again with identical bytes, as a bank does.
 * Counts into `sums`; returns how many were never acknowledged.
 */
export async function sendPayments(sending: Sending, sums: Sums): Promise<number> {
  const { service, provider, secret, count, dueMs, destinationOf, signal } = sending;
  const random = randomFrom(sending.seed);
  // The seed reproduces names and amounts; a payment key must never repeat.
  const run = randomBytes(6).toString("hex");
  const waiting: { credit: SimulatedCredit; notification: ReturnType<Provider["compose"]>; dueAt: number }[] =
    [];

  const post = async (one: (typeof waiting)[number]) => {
    sums.attempts++;
    const acknowledged = await service.postNotification(one.notification);
    if (acknowledged) sums.acknowledge(one.credit, performance.now() - one.dueAt);
    return acknowledged;
  };
  const begin = async (index: number, dueAt: number) => {
    const credit = simulatedCredit(
      random,
      `sim_${run}_${String(index + 1).padStart(7, "0")}`,
      destinationOf(index),
    );
    const one = { credit, notification: provider.compose(credit, secret), dueAt };
    sums.sent++;
    if (await post(one)) return;
    for (const waitMs of RETRY_MS) {
      await sleep(waitMs);
      if (await post(one)) return;
    }
    waiting.push(one);
  };

  await keepPace({ count, dueMs, begin, maxInFlight: MAX_IN_FLIGHT, signal });
  let rest = waiting;
  for (let round = 0; round < FINAL_ROUNDS && rest.length > 0 && !signal.aborted; round++) {
    await sleep(FINAL_ROUND_MS, undefined, { signal }).catch(() => undefined);
    const done = await Promise.all(rest.map(post));
    rest = rest.filter((_, index) => !done[index]);
  }
  return rest.length;
}
