import { z } from "zod";
import { type EndReason, LiveHeartbeat, LiveUpdate, StreamEnded, WallUpdate } from "./contract";
import { forWall } from "./wallboard";

/** Who reads: a member at the dashboard, or whoever stands before a wall. */
export type Audience = "member" | "wall";

/** A message of the stream as it goes over the wire, the same for all who are sent it. */
export type Frame = Uint8Array;

const frameOf = (lines: string[]): Frame => Buffer.from(`${lines.join("\n")}\n\n`);

/** What a stream begins with: a browser that loses it waits so long before it comes again. */
export const FIRST_FRAME = frameOf(["retry: 1000"]);

/** Writes an update for its readers. Its id says how far they have come, for when they come back. */
export function updateFrame(update: z.output<typeof LiveUpdate>, audience: Audience): Frame {
  const { version, transaction_count } = update.figures;
  const data = audience === "wall" ? z.encode(WallUpdate, forWall(update)) : z.encode(LiveUpdate, update);
  return frameOf([`id: ${version}:${transaction_count}`, "event: figures", `data: ${JSON.stringify(data)}`]);
}

/** Writes the last message to a screen whose link has ended. */
export function endedFrame(reason: EndReason): Frame {
  return frameOf(["event: ended", `data: ${JSON.stringify(z.encode(StreamEnded, { reason }))}`]);
}

/** Writes a heartbeat: a time of the server's clock, and the version that is true at it. */
export function heartbeatFrame(at: Date, version: number): Frame {
  return frameOf(["event: beat", `data: ${JSON.stringify(z.encode(LiveHeartbeat, { at, version }))}`]);
}
