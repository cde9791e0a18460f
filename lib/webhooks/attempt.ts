import { Agent, type Dispatcher, request } from "undici";
import type { Id } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { once } from "@/lib/process";
import { addressRule, guardedConnector, webhookUrlFault } from "@/lib/security/outbound-address";
import { failureInWords, retryAfterMs } from "./answer";
import { signEvent } from "./sign";

/** What is sent: the same id and the same body at every try. */
export interface Sendable {
  id: Id<"delivery">;
  url: string;
  body: string;
  /** The signing secrets in force, newest first. */
  secrets: readonly string[];
}

/** How one try ended. */
export interface Attempt {
  ok: boolean;
  startedAt: Date;
  durationMs: number;
  /** The HTTP status, where an answer came. */
  status: number | undefined;
  /** In words, why it was no success. */
  error: string | undefined;
  /** The first bytes of the answer, undecoded. */
  excerpt: Buffer | undefined;
  /** How long the receiver asked to be left alone. */
  retryAfterMs?: number | undefined;
  /** Whether this service gave up because it is stopping, which is not the receiver's fault. */
  isCutShort: boolean;
}

interface AttemptOptions {
  /** Cuts the try short when the service stops. */
  stopping?: AbortSignal | undefined;
  dispatcher?: Dispatcher;
  timeoutMs?: number;
}

/** An answer is read so far and no further: its connection is dropped there. */
const READ_LIMIT_BYTES = 16_384;
const EXCERPT_BYTES = 1_024;
const HEADER_LIMIT_BYTES = 16_384;

/** The connections to receivers, kept open between events; each one's address was checked when it was dialled. */
function receivers(): Agent {
  return once("webhook-receivers", () => {
    const { webhookAllowCidrs, webhookTimeoutMs } = env();
    return new Agent({
      connect: guardedConnector({ mayDial: addressRule(webhookAllowCidrs), timeoutMs: webhookTimeoutMs }),
      allowH2: false,
      maxHeaderSize: HEADER_LIMIT_BYTES,
      // The whole try has one time-out, in `attemptDelivery`.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  });
}

/** Reads what an answer holds, up to a limit, and keeps its first bytes. Throws where it breaks off. */
async function readExcerpt(body: Dispatcher.ResponseData["body"]): Promise<Buffer> {
  body.on("error", () => undefined);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= READ_LIMIT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES);
}

/** POSTs an event once and reads the answer; what it learns on the way stands in `known`, also where it throws. */
async function post(event: Sendable, known: Attempt, signal: AbortSignal, dispatcher: Dispatcher) {
  const answer = await request(event.url, {
    method: "POST",
    dispatcher,
    signal,
    body: Buffer.from(event.body),
    headers: {
      "content-type": "application/json",
      "user-agent": "Takings",
      // Nothing that comes from outside is decompressed here.
      "accept-encoding": "identity",
      ...signEvent(event.id, event.body, event.secrets, known.startedAt),
    },
  });
  known.status = answer.statusCode;
  known.retryAfterMs = retryAfterMs(answer.headers["retry-after"], known.startedAt);
  known.excerpt = await readExcerpt(answer.body);
  known.ok = answer.statusCode >= 200 && answer.statusCode < 300;
  if (!known.ok) {
    const isRedirect = answer.statusCode >= 300 && answer.statusCode < 400;
    known.error = `The receiver answered ${answer.statusCode}${isRedirect ? "; redirects are not followed" : ""}.`;
  }
}

/** Why an event cannot be sent at all as the settings stand now. */
function unsendable(event: Sendable): string | undefined {
  if (event.secrets.length === 0) return "Not sent: the organisation has no signing secret.";
  const fault = webhookUrlFault(event.url);
  return fault && `Not sent: the address ${fault}.`;
}

/**
 * Sends an event once: the frozen bytes, signed now, to an address that may be dialled (§6; Standard Webhooks 1.0).
 * Any 2xx is success; redirects are not followed, nothing is decoded, and the whole try, body included, has
 * `WEBHOOK_TIMEOUT_MS`. Never throws: what went wrong is in the result, in words.
 */
export async function attemptDelivery(event: Sendable, options: AttemptOptions = {}): Promise<Attempt> {
  const { stopping, timeoutMs = env().webhookTimeoutMs } = options;
  const began = performance.now();
  const known: Attempt = {
    ok: false,
    startedAt: new Date(),
    durationMs: 0,
    status: undefined,
    error: undefined,
    excerpt: undefined,
    isCutShort: false,
  };
  const abort = new AbortController();
  const stop = () => abort.abort("stopping");
  const timer = setTimeout(() => abort.abort("time-out"), timeoutMs);
  stopping?.addEventListener("abort", stop, { once: true });
  try {
    const fault = unsendable(event);
    if (stopping?.aborted) stop();
    if (fault) known.error = fault;
    else await post(event, known, abort.signal, options.dispatcher ?? receivers());
  } catch (thrown) {
    known.isCutShort = abort.signal.reason === "stopping";
    if (known.isCutShort) known.error = "The service stopped before the answer was there.";
    else if (abort.signal.aborted) known.error = `No complete answer came within ${timeoutMs / 1000} s.`;
    else known.error = failureInWords(thrown);
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener("abort", stop);
  }
  known.durationMs = Math.round(performance.now() - began);
  return known;
}
