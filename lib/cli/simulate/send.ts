import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Provider, SimulatedCredit } from "@/lib/bank";
import { keepPace } from "./pace";
import { type Destination, simulatedCredit } from "./payers";
import { randomFrom } from "./random";
import type { Service } from "./service";
import type { Sums } from "./sums";

/** How soon a notice that was not acknowledged goes again. A bank takes minutes; a simulation has no such time. */
const RETRY_MS = [50, 250, 1_000] as const;
/** How often, and for how long, what is still not acknowledged goes again at the end. */
const LAST_ROUND_MS = 1_000;
const LAST_ROUNDS = 15;
const MOST_IN_FLIGHT = 2_000;

interface Sending {
  service: Pick<Service, "postNotice">;
  provider: Pick<Provider, "compose">;
  secret: string;
  seed: number;
  count: number;
  dueMs(index: number): number;
  destinationOf(index: number): Destination;
  signal: AbortSignal;
}

/**
 * Posts so many payments, each at its time, and those that are not acknowledged again, as a bank does: with the very
 * same bytes. Counts into `sums`; answers how many were never acknowledged.
 */
export async function sendPayments(sending: Sending, sums: Sums): Promise<number> {
  const { service, provider, secret, count, dueMs, destinationOf, signal } = sending;
  const random = randomFrom(sending.seed);
  // The seed tells names and amounts again; a payment key must never come again.
  const run = randomBytes(6).toString("hex");
  const waiting: { credit: SimulatedCredit; notice: ReturnType<Provider["compose"]>; dueAt: number }[] = [];

  const post = async (one: (typeof waiting)[number]) => {
    sums.attempts++;
    const acknowledged = await service.postNotice(one.notice);
    if (acknowledged) sums.acknowledge(one.credit, performance.now() - one.dueAt);
    return acknowledged;
  };
  const begin = async (index: number, dueAt: number) => {
    const credit = simulatedCredit(
      random,
      `sim_${run}_${String(index + 1).padStart(7, "0")}`,
      destinationOf(index),
    );
    const one = { credit, notice: provider.compose(credit, secret), dueAt };
    sums.sent++;
    if (await post(one)) return;
    for (const waitMs of RETRY_MS) {
      await sleep(waitMs);
      if (await post(one)) return;
    }
    waiting.push(one);
  };

  await keepPace({ count, dueMs, begin, mostInFlight: MOST_IN_FLIGHT, signal });
  let rest = waiting;
  for (let round = 0; round < LAST_ROUNDS && rest.length > 0 && !signal.aborted; round++) {
    await sleep(LAST_ROUND_MS, undefined, { signal }).catch(() => undefined);
    const done = await Promise.all(rest.map(post));
    rest = rest.filter((_, index) => !done[index]);
  }
  return rest.length;
}
