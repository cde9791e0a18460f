import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { findSingleton } from "@/lib/process-singleton";
import type { EndReason, LiveUpdate, WallboardUpdate } from "../contract";
import { openStream } from "../stream";
import { type Audience, endedFrame } from "../update";
import { toWallboardUpdate } from "../wallboard";
import {
  type AccessGrant,
  type FeedRegistry,
  feedRegistry,
  isWallboardGrant,
  type StreamSubscriber,
} from "./feed-registry";
import type { Cursor } from "./read-changes";

/**
 * Returns the full initial state of a live session's page, at one version. Throws `Failure("not_found")` for a session
 * that is not the caller's.
 */
export async function getLive(scope: Scope, sessionId: Id<"session">): Promise<z.output<typeof LiveUpdate>> {
  return (await feedRegistry().getFeed(scope, sessionId)).getFullUpdate();
}

/** The same for the public wallboard. */
export async function getWallboard(
  scope: Scope,
  sessionId: Id<"session">,
): Promise<z.output<typeof WallboardUpdate>> {
  return toWallboardUpdate(await getLive(scope, sessionId));
}

/**
 * Streams a session's changes to one client as Server-Sent Events: first the changes since `seen`, or the full state,
 * then each change within a tick. The stream ends when its access grant does. Throws `Failure("not_found")` for a
 * session that is not the caller's.
 */
export async function streamSession(
  scope: Scope,
  sessionId: Id<"session">,
  given: { audience: Audience; grant: AccessGrant; seen: Cursor | undefined; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const feed = await feedRegistry().getFeed(scope, sessionId);
  const outlet = openStream(() => feedRegistry().unregister(subscriber));
  const end = (reason?: EndReason) => {
    if (reason) outlet.send(endedFrame(reason));
    outlet.end();
  };
  const subscriber: StreamSubscriber = {
    audience: given.audience,
    grant: given.grant,
    send: outlet.send,
    end,
  };
  feedRegistry().register(subscriber, feed);
  given.signal.addEventListener("abort", () => end(), { once: true });
  if (given.signal.aborted) outlet.end();
  try {
    await feed.subscribe(subscriber, given.seen);
  } catch (thrown) {
    outlet.end();
    throw thrown;
  }
  // A link that ended before its stream was registered would otherwise not end the stream.
  const reason = isWallboardGrant(given.grant) ? await given.grant.findEndReason() : undefined;
  if (reason) end(reason);
  // A client that left during the read was not subscribed yet, so `unsubscribe` had no effect.
  if (!outlet.isOpen) feed.unsubscribe(subscriber);
  return outlet.body;
}

/** Returns a stream that contains only the reason why the client's link has ended. */
export function createEndedStream(reason: EndReason): ReadableStream<Uint8Array> {
  const outlet = openStream(() => undefined);
  outlet.send(endedFrame(reason));
  outlet.end();
  return outlet.body;
}

/** Parses a cursor from the id of the last received message (`version:number`); `undefined` if it is malformed. */
export function parseCursor(text: string | null): Cursor | undefined {
  const parts = /^(\d{1,15}):(\d{1,15})$/.exec(text ?? "");
  return parts ? { version: BigInt(parts[1] ?? ""), sequence: BigInt(parts[2] ?? "") } : undefined;
}

/** Returns the number of open streams of this process. */
export function countLiveStreams(): number {
  return findSingleton<FeedRegistry>("live")?.size ?? 0;
}

/** Ends all streams, so that a shutdown does not wait for them. */
export function closeLiveStreams(): void {
  findSingleton<FeedRegistry>("live")?.close();
}
