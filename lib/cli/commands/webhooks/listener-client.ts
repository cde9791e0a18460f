import { request } from "undici";
import { z } from "zod";
import { Failure } from "@/lib/core/errors/errors";
import { ListenerEvents } from "@/lib/webhooks/contract";

/** Longer than a request waits for an event. */
const TIMEOUT_MS = 40_000;

const Created = z.object({ listener_id: z.string(), secret: z.string() });
const Envelope = z.object({
  success: z.boolean(),
  data: z.unknown().optional(),
  detail: z.string().optional(),
});

/** The answer of the local receiver to one event; `status` is null if it did not answer. */
export interface LocalAnswer {
  id: string;
  status: number | null;
  duration_ms: number;
}

/** An error after which a request may succeed later: the service is not reachable, or answers 5xx or 429. */
export class Unreachable extends Error {}

/** The API of listeners at a running service. */
export class ListenerClient {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** Creates a listener. Throws `Failure`, `Unreachable`. */
  async create(): Promise<z.output<typeof Created>> {
    return Created.parse(await this.post("/api/listeners", {}));
  }

  /** Reports answers and waits for the next events. Throws `Failure`, `Unreachable`. */
  async exchange(listenerId: string, answers: readonly LocalAnswer[], signal: AbortSignal) {
    const path = `/api/listeners/${listenerId}/events`;
    return ListenerEvents.parse(await this.post(path, { answers }, signal)).events;
  }

  /** Removes a listener. Throws `Failure`, `Unreachable`. */
  async remove(listenerId: string): Promise<void> {
    await this.post(`/api/listeners/${listenerId}/remove`, {});
  }

  private async post(path: string, body: object, signal?: AbortSignal): Promise<unknown> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    let status: number;
    let text: string;
    try {
      const answer = await request(new URL(path, this.url), {
        method: "POST",
        headers: { "x-api-key": this.apiKey, "content-type": "application/json" },
        body: JSON.stringify(body),
        headersTimeout: TIMEOUT_MS,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      status = answer.statusCode;
      text = await answer.body.text();
    } catch (cause) {
      throw new Unreachable(`The service does not answer at ${this.url}.`, { cause });
    }
    if (status >= 500 || status === 429)
      throw new Unreachable(`The service at ${this.url} answered ${status}.`);
    const parsed = Envelope.safeParse(tryParse(text));
    if (status < 300 && parsed.data?.success) return parsed.data.data;
    const code = status === 404 ? "not_found" : "unauthenticated";
    throw new Failure(code, { detail: parsed.data?.detail ?? `${path} was answered ${status}.` });
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
