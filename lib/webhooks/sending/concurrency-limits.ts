import { setTimeout as sleep } from "node:timers/promises";
import { InFlightMap } from "@/lib/core/in-flight/in-flight-map";
import { singleton } from "@/lib/process-singleton";

/**
 * The most attempts in flight in this process. Receivers that hang get four attempts each, so it takes 128 of them to
 * fill it. An attempt uses about 20 KB.
 */
const MAX_IN_FLIGHT = 512;
/** The most attempts in flight, and connections, per origin: 32 attempts of 20 ms are 1,600 a second. */
export const MAX_PER_ORIGIN = 32;
/** The limit of an endpoint without a history: the most slots that a new receiver that hangs can occupy. */
export const INITIAL_LIMIT = 4;
/** The shortest time between two claims (200 a second at most), so that one claim covers several commits. */
const CLAIM_GAP_MS = 5;
/** Above this number of tracked endpoints the idle ones are evicted, because every claim sends the list of all. */
const MAX_TRACKED_ENDPOINTS = 1_000;

/** One endpoint's concurrency: its limit, and its attempts in flight. */
interface EndpointSlots {
  limit: number;
  inFlight: number;
}

/** The destination of an attempt. */
export interface Destination {
  endpointId: string;
  /** Scheme, host and port. */
  origin: string;
}

/** The effect of an ended attempt on its endpoint's limit; an aborted one has none. */
type LimitEffect = "success" | "failure" | "none";

/** The free slots: in total, and at the tracked endpoints and origins (0 or less if full). */
export interface FreeSlots {
  slots: number;
  endpoints: { id: string; room: number }[];
  origins: { origin: string; room: number }[];
}

const limits = singleton("concurrency-limits", () => ({
  endpoints: new Map<string, EndpointSlots>(),
  origins: new InFlightMap<number>(),
  inFlight: 0,
  claims: Promise.resolve() as Promise<unknown>,
  claimedAt: Number.NEGATIVE_INFINITY,
  listeners: new Set<() => void>(),
}));

/** Returns the free slots of this process. */
export function getFreeSlots(): FreeSlots {
  return {
    slots: MAX_IN_FLIGHT - limits.inFlight,
    endpoints: Array.from(limits.endpoints, ([id, { limit, inFlight }]) => ({ id, room: limit - inFlight })),
    origins: limits.origins.toArray().map(([origin, inFlight]) => ({
      origin,
      room: MAX_PER_ORIGIN - inFlight,
    })),
  };
}

/** Lists the endpoints and origins that have no free slot. */
export function listFullDestinations({ endpoints, origins }: FreeSlots): string[] {
  return [
    ...endpoints.flatMap(({ id, room }) => (room > 0 ? [] : [id])),
    ...origins.flatMap(({ origin, room }) => (room > 0 ? [] : [origin])),
  ];
}

/** Whether another attempt at this destination would exceed a limit. */
export function isFull({ endpointId, origin }: Destination): boolean {
  const slots = limits.endpoints.get(endpointId);
  return (
    limits.inFlight >= MAX_IN_FLIGHT ||
    (limits.origins.get(origin) ?? 0) >= MAX_PER_ORIGIN ||
    (slots !== undefined && slots.inFlight >= slots.limit)
  );
}

/** Takes a slot for an attempt at this destination. */
export function acquireSlot({ endpointId, origin }: Destination): void {
  const slots = limits.endpoints.get(endpointId) ?? { limit: INITIAL_LIMIT, inFlight: 0 };
  limits.endpoints.set(endpointId, slots);
  limits.origins.set(origin, (limits.origins.get(origin) ?? 0) + 1);
  slots.inFlight++;
  limits.inFlight++;
}

/**
 * Releases the slot of an attempt that ended. The endpoint's limit grows by one for each success, so that it doubles
 * with each round trip, and falls to one at a failure. Calls the listeners if a full destination has a free slot again.
 */
export function releaseSlot(destination: Destination, effect: LimitEffect): void {
  const { endpointId, origin } = destination;
  const slots = limits.endpoints.get(endpointId);
  if (!slots) return;
  const wasFull = isFull(destination);
  const others = (limits.origins.get(origin) ?? 1) - 1;
  if (others > 0) limits.origins.set(origin, others);
  else limits.origins.delete(origin);
  slots.inFlight--;
  limits.inFlight--;
  if (effect === "success") slots.limit = Math.min(MAX_PER_ORIGIN, slots.limit + 1);
  if (effect === "failure") slots.limit = 1;
  if (wasFull && !isFull(destination)) for (const listener of [...limits.listeners]) listener();
  if (limits.endpoints.size > MAX_TRACKED_ENDPOINTS) evictIdle();
}

function evictIdle(): void {
  for (const [id, { inFlight }] of limits.endpoints) if (inFlight === 0) limits.endpoints.delete(id);
}

/** Calls `listener` whenever a full endpoint, origin or process has a free slot again. Returns the unsubscribe function. */
export function onSlotFree(listener: () => void): () => void {
  limits.listeners.add(listener);
  return () => limits.listeners.delete(listener);
}

/**
 * Runs the claims of this process one after the other, at least `CLAIM_GAP_MS` apart. Each must see the slots that the
 * one before took; otherwise an endpoint would get twice its limit.
 */
export function serialiseClaims<T>(claim: () => Promise<T>): Promise<T> {
  const turn = limits.claims.then(async () => {
    const waitMs = limits.claimedAt + CLAIM_GAP_MS - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    limits.claimedAt = performance.now();
    return claim();
  });
  limits.claims = turn.catch(() => undefined);
  return turn;
}
