import { setTimeout as sleep } from "node:timers/promises";
import { once } from "@/lib/process";

/**
 * Tries under way at once in this process: so many receivers that hang at once, four tries each, would fill it only
 * beyond 128 of them, and a try takes some 20 KB.
 */
const MOST_UNDER_WAY = 512;
/** Tries under way at once at an origin that nothing is known of: what a receiver that hangs can hold. */
export const FIRST_LIMIT = 4;
/** At one that keeps answering: 32 tries of 20 ms are 1,600 a second, and the same number of connections. */
const HIGHEST_LIMIT = 32;
/** Claims begin no closer together than this, so that one takes what a few commits left: 200 a second at most. */
const CLAIM_GAP_MS = 5;
/** Beyond so many known origins the idle ones are forgotten. */
const REMEMBERED = 10_000;

/** One origin's share: how many tries may be, and are, under way there. */
interface Lane {
  limit: number;
  underWay: number;
}

/** How a try bears on its origin's share; one that was cut short says nothing. */
type Bearing = "success" | "failure" | "none";

const held = once("lanes", () => ({
  lanes: new Map<string, Lane>(),
  underWay: 0,
  claims: Promise.resolve() as Promise<unknown>,
  claimedAt: Number.NEGATIVE_INFINITY,
  watchers: new Set<() => void>(),
}));

/** How many more tries this process may have under way. */
export const freeSlots = (): number => MOST_UNDER_WAY - held.underWay;

/** What is known of origins: the room each has left (none where it is full) and the tries under way. */
export function knownLanes(): { origin: string; room: number; busy: number }[] {
  return Array.from(held.lanes, ([origin, { limit, underWay }]) => ({
    origin,
    room: limit - underWay,
    busy: underWay,
  }));
}

/** The origins that can take no more now. */
export const fullOrigins = (): string[] =>
  knownLanes().flatMap(({ origin, room }) => (room > 0 ? [] : [origin]));

/** Whether this origin, or the process, can take no more. */
function isFull(origin: string): boolean {
  const lane = held.lanes.get(origin);
  return freeSlots() <= 0 || (lane !== undefined && lane.underWay >= lane.limit);
}

/** A try at this origin is under way. */
export function enterLane(origin: string): void {
  const lane = held.lanes.get(origin) ?? { limit: FIRST_LIMIT, underWay: 0 };
  lane.underWay++;
  held.underWay++;
  held.lanes.set(origin, lane);
}

/**
 * A try at this origin has ended. The origin's limit grows by one for each success, so that it doubles in the time of
 * an answer, and falls to one at a failure. Where there is room again that was not, whoever waits is told.
 */
export function leaveLane(origin: string, bearing: Bearing): void {
  const lane = held.lanes.get(origin);
  if (!lane) return;
  const wasFull = isFull(origin);
  lane.underWay--;
  held.underWay--;
  if (bearing === "success") lane.limit = Math.min(HIGHEST_LIMIT, lane.limit + 1);
  if (bearing === "failure") lane.limit = 1;
  if (wasFull && !isFull(origin)) for (const watch of [...held.watchers]) watch();
  if (held.lanes.size > REMEMBERED) forgetIdle();
}

function forgetIdle(): void {
  for (const [origin, { underWay }] of held.lanes) if (underWay === 0) held.lanes.delete(origin);
}

/** Has `watch` called whenever a full origin, or the full process, has room again. Answers how to end it. */
export function watchRoom(watch: () => void): () => void {
  held.watchers.add(watch);
  return () => held.watchers.delete(watch);
}

/**
 * Runs claims of this process one after the other, and never close together: each must know what the one before has
 * taken, or an origin would get twice its share.
 */
export function inTurn<T>(claim: () => Promise<T>): Promise<T> {
  const turn = held.claims.then(async () => {
    const waitMs = held.claimedAt + CLAIM_GAP_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    held.claimedAt = performance.now();
    return claim();
  });
  held.claims = turn.catch(() => undefined);
  return turn;
}
