import { setTimeout as sleep } from "node:timers/promises";
import { singleton } from "@/lib/process-singleton";

/**
 * Tries under way at once in this process: so many receivers that hang at once, four tries each, would fill it only
 * beyond 128 of them, and a try takes some 20 KB.
 */
const MAX_IN_FLIGHT = 512;
/** Tries under way at once at one origin: 32 of 20 ms are 1,600 a second, and the same number of connections. */
export const MAX_PER_ORIGIN = 32;
/** Tries under way at once at an endpoint that nothing is known of: what one that hangs can hold. */
export const FIRST_LIMIT = 4;
/** Claims begin no closer together than this, so that one takes what a few commits left: 200 a second at most. */
const CLAIM_GAP_MS = 5;
/** Beyond so many known endpoints the idle ones are forgotten, for each claim is told of every one. */
const REMEMBERED = 1_000;

/** One endpoint's share of its origin: how many tries may be, and are, under way there. */
interface Lane {
  limit: number;
  underWay: number;
}

/** Where a try goes. */
export interface Destination {
  endpointId: string;
  /** Scheme, host and port. */
  origin: string;
}

/** How a try bears on its endpoint's share; one that was cut short says nothing. */
type Bearing = "success" | "failure" | "none";

/** The room that is left: in all, and at the endpoints and origins that are known, none where they are full. */
export interface FreeSlots {
  slots: number;
  endpoints: { id: string; room: number }[];
  origins: { origin: string; room: number }[];
}

const held = singleton("lanes", () => ({
  lanes: new Map<string, Lane>(),
  origins: new Map<string, number>(),
  underWay: 0,
  claims: Promise.resolve() as Promise<unknown>,
  claimedAt: Number.NEGATIVE_INFINITY,
  watchers: new Set<() => void>(),
}));

/** What room there is at this moment. */
export function slotsLeft(): FreeSlots {
  return {
    slots: MAX_IN_FLIGHT - held.underWay,
    endpoints: Array.from(held.lanes, ([id, { limit, underWay }]) => ({ id, room: limit - underWay })),
    origins: Array.from(held.origins, ([origin, underWay]) => ({ origin, room: MAX_PER_ORIGIN - underWay })),
  };
}

/** The endpoints and origins that have no room. */
export function fullPlaces({ endpoints, origins }: FreeSlots): string[] {
  return [
    ...endpoints.flatMap(({ id, room }) => (room > 0 ? [] : [id])),
    ...origins.flatMap(({ origin, room }) => (room > 0 ? [] : [origin])),
  ];
}

/** Whether there is no room for another try at this destination. */
export function isFull({ endpointId, origin }: Destination): boolean {
  const lane = held.lanes.get(endpointId);
  return (
    held.underWay >= MAX_IN_FLIGHT ||
    (held.origins.get(origin) ?? 0) >= MAX_PER_ORIGIN ||
    (lane !== undefined && lane.underWay >= lane.limit)
  );
}

/** A try at this destination is under way. */
export function enterLane({ endpointId, origin }: Destination): void {
  const lane = held.lanes.get(endpointId) ?? { limit: FIRST_LIMIT, underWay: 0 };
  held.lanes.set(endpointId, lane);
  held.origins.set(origin, (held.origins.get(origin) ?? 0) + 1);
  lane.underWay++;
  held.underWay++;
}

/**
 * A try at this destination has ended. The endpoint's limit grows by one for each success, so that it doubles in the
 * time of an answer, and falls to one at a failure. Where there is room again that was not, whoever waits is told.
 */
export function leaveLane(destination: Destination, bearing: Bearing): void {
  const { endpointId, origin } = destination;
  const lane = held.lanes.get(endpointId);
  if (!lane) return;
  const wasFull = isFull(destination);
  const others = (held.origins.get(origin) ?? 1) - 1;
  if (others > 0) held.origins.set(origin, others);
  else held.origins.delete(origin);
  lane.underWay--;
  held.underWay--;
  if (bearing === "success") lane.limit = Math.min(MAX_PER_ORIGIN, lane.limit + 1);
  if (bearing === "failure") lane.limit = 1;
  if (wasFull && !isFull(destination)) for (const watch of [...held.watchers]) watch();
  if (held.lanes.size > REMEMBERED) forgetIdle();
}

function forgetIdle(): void {
  for (const [id, { underWay }] of held.lanes) if (underWay === 0) held.lanes.delete(id);
}

/** Has `watch` called whenever an endpoint, an origin or the process that was full has room again. Answers how to end it. */
export function watchRoom(watch: () => void): () => void {
  held.watchers.add(watch);
  return () => held.watchers.delete(watch);
}

/**
 * Runs claims of this process one after the other, and never close together: each must know what the one before has
 * taken, or an endpoint would get twice its share.
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
