import { setTimeout as sleep } from "node:timers/promises";
import { Failure, isFailure, retryAfterSeconds } from "@/lib/core/errors/errors";
import type { Id } from "@/lib/core/ids";
import { singleton } from "@/lib/process-singleton";
import type { LiveConnection } from "../connections";

/** This process's state of a connection's rate limit. */
interface Pace {
  /** The earliest time of the next call, in milliseconds since the epoch. */
  nextAt: number;
  /** Until when the bank asked not to be called. */
  pausedUntil: number;
}

const paces = () => singleton("bank pacing", () => new Map<Id<"bankConnection">, Pace>());

/** Returns until when a connection is not called because its bank answered 429, in milliseconds since the epoch; 0 if it may be. */
export function pausedUntil(connection: Id<"bankConnection">): number {
  const until = paces().get(connection)?.pausedUntil ?? 0;
  return until > Date.now() ? until : 0;
}

/**
 * Runs a call at the pace of a connection: at most `callsPerSecond` of its bank start in a second, if the bank documents a limit. After a
 * 429 no further call starts until the bank's `Retry-After` is over. Throws what the call throws, and
 * `Failure("unavailable")` without a call during such a pause.
 */
export async function runPaced<Result>(
  { id, provider: { callsPerSecond: perSecond } }: Pick<LiveConnection, "id" | "provider">,
  call: () => Promise<Result>,
): Promise<Result> {
  const pace = paces().get(id) ?? { nextAt: 0, pausedUntil: 0 };
  paces().set(id, pace);
  if (perSecond) {
    const startAt = Math.max(Date.now(), pace.nextAt);
    pace.nextAt = startAt + 1000 / perSecond;
    if (startAt > Date.now()) await sleep(startAt - Date.now());
  }
  if (pace.pausedUntil > Date.now()) throw paused(id, pace.pausedUntil);
  try {
    return await call();
  } catch (thrown) {
    if (isFailure(thrown) && thrown.isRateLimited)
      pace.pausedUntil = Math.max(pace.pausedUntil, Date.now() + 1000 * (retryAfterSeconds(thrown) || 1));
    throw thrown;
  }
}

function paused(connection: Id<"bankConnection">, until: number): Failure {
  return new Failure("unavailable", {
    isRateLimited: true,
    headers: { "retry-after": String(Math.max(Math.ceil((until - Date.now()) / 1000), 1)) },
    internal: `${connection} is not called until ${new Date(until).toISOString()}, because its bank answered 429`,
  });
}
