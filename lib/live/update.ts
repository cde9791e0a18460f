import { z } from "zod";
import { type EndReason, LiveHeartbeat, LiveUpdate, StreamEnded, WallboardUpdate } from "./contract";
import { toWallboardUpdate } from "./wallboard";

/** The recipients of a stream: members on the dashboard, or the public on a wallboard. */
export type Audience = "member" | "wallboard";

/** An encoded SSE message, shared by all its recipients. */
export type Frame = Uint8Array;

const encodeFrame = (lines: string[]): Frame => Buffer.from(`${lines.join("\n")}\n\n`);

/** The first message of a stream: the browser's reconnect delay. */
export const FIRST_FRAME = encodeFrame(["retry: 1000"]);

/** Encodes an update for an audience. Its id is the cursor from which a client resumes after a reconnect. */
export function updateFrame(update: z.output<typeof LiveUpdate>, audience: Audience): Frame {
  const { version, transaction_count } = update.figures;
  const data =
    audience === "wallboard"
      ? z.encode(WallboardUpdate, toWallboardUpdate(update))
      : z.encode(LiveUpdate, update);
  return encodeFrame([
    `id: ${version}:${transaction_count}`,
    "event: figures",
    `data: ${JSON.stringify(data)}`,
  ]);
}

/** Encodes the last message of a stream that has ended for good. */
export function endedFrame(reason: EndReason): Frame {
  return encodeFrame(["event: ended", `data: ${JSON.stringify(z.encode(StreamEnded, { reason }))}`]);
}

/** Encodes a heartbeat: the server's time and the current version. */
export function heartbeatFrame(at: Date, version: number): Frame {
  return encodeFrame(["event: beat", `data: ${JSON.stringify(z.encode(LiveHeartbeat, { at, version }))}`]);
}
