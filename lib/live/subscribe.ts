import type { z } from "zod";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { findSingleton } from "@/lib/process-singleton";
import type { EndReason, LiveUpdate, WallUpdate } from "./contract";
import { type AccessGrant, type FeedRegistry, feedRegistry, isLink, type Watcher } from "./feed-registry";
import type { Cursor } from "./read-changes";
import { openOutlet } from "./stream";
import { type Audience, endedFrame } from "./update";
import { forWall } from "./wallboard";

/**
 * Everything a page about a live session begins with, at one version. Throws `Failure("not_found")` for a session that
 * is not the caller's.
 */
export async function getLive(scope: Scope, sessionId: Id<"session">): Promise<z.output<typeof LiveUpdate>> {
  return (await feedRegistry().room(scope, sessionId)).whole();
}

/** The same for a screen that anybody may read. */
export async function getWall(scope: Scope, sessionId: Id<"session">): Promise<z.output<typeof WallUpdate>> {
  return forWall(await getLive(scope, sessionId));
}

/**
 * Streams a session's changes to one reader, as Server-Sent Events: first what was missed since `seen`, or everything,
 * then each change within a tick. It ends when its pass does. Throws `Failure("not_found")` for a session that is not
 * the caller's.
 */
export async function watchSession(
  scope: Scope,
  sessionId: Id<"session">,
  given: { audience: Audience; pass: AccessGrant; seen: Cursor | undefined; signal: AbortSignal },
): Promise<ReadableStream<Uint8Array>> {
  const room = await feedRegistry().room(scope, sessionId);
  const outlet = openOutlet(() => feedRegistry().leave(watcher));
  const end = (reason?: EndReason) => {
    if (reason) outlet.send(endedFrame(reason));
    outlet.end();
  };
  const watcher: Watcher = { audience: given.audience, pass: given.pass, send: outlet.send, end };
  feedRegistry().enter(watcher, room);
  given.signal.addEventListener("abort", () => end(), { once: true });
  if (given.signal.aborted) outlet.end();
  try {
    await room.join(watcher, given.seen);
  } catch (thrown) {
    outlet.end();
    throw thrown;
  }
  // A link that ended before its screen was among those who watch has nobody else to say so.
  const reason = isLink(given.pass) ? await given.pass.findEnd() : undefined;
  if (reason) end(reason);
  // Who left while the room was read was not in it yet.
  if (!outlet.isOpen) room.leave(watcher);
  return outlet.body;
}

/** The whole stream of a screen whose link has ended: the reason alone. */
export function streamEnd(reason: EndReason): ReadableStream<Uint8Array> {
  const outlet = openOutlet(() => undefined);
  outlet.send(endedFrame(reason));
  outlet.end();
  return outlet.body;
}

/** Reads how far a reader has come, as the id of the last event it got says (`version:number`). */
export function parseCursor(text: string | null): Cursor | undefined {
  const parts = /^(\d{1,15}):(\d{1,15})$/.exec(text ?? "");
  return parts ? { version: BigInt(parts[1] ?? ""), number: BigInt(parts[2] ?? "") } : undefined;
}

/** Ends every stream, so that a stop need not wait for those who watch. */
export function closeLive(): void {
  findSingleton<FeedRegistry>("live")?.close();
}
