import { request } from "node:http";
import { request as requestTls } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { isFailure } from "@/lib/core/errors/errors";
import { signEvent } from "@/lib/webhooks";
import type { Streams } from "../../command";
import { type ListenerClient, type LocalAnswer, Unreachable } from "./listener-client";

const TIMEOUT_MS = 15_000;
const RECONNECT_MS = [500, 1_000, 2_000, 5_000];

interface Counts {
  forwarded: number;
  failed: number;
}

/**
 * Forwards events until the user stops it: fetches them, posts each to the local receiver with its headers, and reports the
 * answers with the next fetch. Each event is posted once: one whose answer is not yet known to the service is answered again
 * and not posted again. While the service is not reachable it reconnects; events are kept for ten minutes. Throws `Failure`
 * for a key that is refused, or if the service has forgotten the listener.
 */
export async function forwardEvents(
  client: ListenerClient,
  target: string,
  streams: Streams,
): Promise<Counts> {
  const { signal, err } = streams;
  const { listener_id: listenerId, secret } = await client.create();
  err(`Events are forwarded to ${target}. They are signed with this secret: ${secret}\nStop with Ctrl-C.\n`);
  const counts: Counts = { forwarded: 0, failed: 0 };
  const unreported = new Map<string, LocalAnswer>();
  let errors = 0;
  while (!signal.aborted) {
    try {
      const reported = [...unreported.values()].slice(0, 100);
      const events = await client.exchange(listenerId, reported, signal);
      for (const { id } of reported) unreported.delete(id);
      errors = 0;
      for (const event of events) {
        if (signal.aborted) break;
        const answer = unreported.get(event.id) ?? (await forward(event, target, secret));
        if (!unreported.has(event.id)) print(event, answer, counts, streams);
        unreported.set(event.id, answer);
      }
    } catch (thrown) {
      if (isFailure(thrown) || !(thrown instanceof Unreachable)) throw thrown;
      if (signal.aborted) break;
      if (errors === 0) err(`${thrown.message} Reconnecting …\n`);
      const waitMs = RECONNECT_MS[Math.min(errors++, RECONNECT_MS.length - 1)] ?? 0;
      await sleep(waitMs, undefined, { signal }).catch(() => undefined);
    }
  }
  await end(client, listenerId, [...unreported.values()]);
  return counts;
}

/** Reports the last answers and removes the listener. If the service is not reachable, it removes it by itself later. */
async function end(client: ListenerClient, listenerId: string, answers: LocalAnswer[]): Promise<void> {
  const soon = AbortSignal.timeout(1_000);
  if (answers.length > 0)
    await client.exchange(listenerId, answers.slice(0, 100), soon).catch(() => undefined);
  await client.remove(listenerId).catch(() => undefined);
}

function print(
  { id, body }: LocalEvent,
  { status, duration_ms }: LocalAnswer,
  counts: Counts,
  { err }: Streams,
) {
  const isOk = status !== null && status >= 200 && status < 300;
  counts[isOk ? "forwarded" : "failed"]++;
  const { event } = JSON.parse(body) as { event: string };
  err(`${new Date().toISOString()}  ${event}  ${id}  ${status ?? "no answer"}  ${duration_ms} ms\n`);
}

interface LocalEvent {
  id: string;
  body: string;
}

/** Posts an event to the local receiver, signed now. Never rejects. */
function forward({ id, body }: LocalEvent, target: string, secret: string): Promise<LocalAnswer> {
  const startedAt = performance.now();
  const send = new URL(target).protocol === "https:" ? requestTls : request;
  return new Promise((resolve) => {
    const end = (status: number | null) =>
      resolve({ id, status, duration_ms: Math.round(performance.now() - startedAt) });
    const headers = {
      "content-type": "application/json",
      "user-agent": "Takings",
      "content-length": Buffer.byteLength(body),
      ...signEvent(id, body, [secret], new Date()),
    };
    const sent = send(target, { method: "POST", headers, timeout: TIMEOUT_MS }, (answer) => {
      answer.resume();
      answer.on("close", () => end(answer.statusCode ?? null));
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => end(null));
    sent.end(body);
  });
}
