import type { z } from "zod";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import type { LiveUpdate } from "../contract";
import type { AccessGrant } from "../feed/feed-registry";
import { parseCursor, streamSession } from "../feed/subscribe";
import type { Audience } from "../update";

export type StreamedUpdate = z.input<typeof LiveUpdate>;

interface Event {
  id: string;
  event: string;
  data: unknown;
}

function parse(block: string): Event {
  const fields = new Map(
    block.split("\n").map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2)];
    }),
  );
  const data = fields.get("data");
  return { id: fields.get("id") ?? "", event: fields.get("event") ?? "", data: data && JSON.parse(data) };
}

/** An access grant of a new sign-in that stays valid. */
const newGrant = (): AccessGrant => ({ id: newId("signIn"), isValid: async () => true });

/** Opens a session's stream as a browser would, and returns its updates one by one. */
export async function followSession(
  scope: Scope,
  sessionId: Id<"session">,
  given: { after?: string; audience?: Audience; grant?: AccessGrant } = {},
) {
  const stop = new AbortController();
  const body = await streamSession(scope, sessionId, {
    audience: given.audience ?? "member",
    grant: given.grant ?? newGrant(),
    seen: parseCursor(given.after ?? null),
    signal: stop.signal,
  });
  const events = eventsOf(body);
  return {
    /** The next update; `undefined` once the stream has ended. */
    async next(): Promise<(StreamedUpdate & { id: string }) | undefined> {
      for (;;) {
        const { value, done } = await events.next();
        if (done) return undefined;
        if (value.event === "figures") return { id: value.id, ...(value.data as StreamedUpdate) };
      }
    },
    /** The next event of any kind. */
    nextEvent: async () => (await events.next()).value,
    leave: () => stop.abort(),
  };
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Event, undefined> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const event = parse(text.slice(0, end));
      text = text.slice(end + 2);
      if (event.event) yield event;
    }
  }
  return undefined;
}
