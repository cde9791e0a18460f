import type { Id } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { singleton } from "@/lib/process-singleton";
import { createAddressRule, findWebhookUrlError } from "@/lib/security/outbound/outbound-address";
import { createResolver } from "@/lib/security/outbound/outbound-resolver";
import {
  type Connection,
  type ConnectionPool,
  createConnectionPool,
  diedWhileIdle,
  ResponseTooLarge,
} from "./connection-pool";
import type { CustomHeaders } from "./custom-headers";
import { describeAnswer, describeFailure, describeTimeout, retryAfterMs } from "./failure-message";
import { signEvent } from "./sign";

/** An event to send: the same id and the same body at every attempt. */
export interface Sendable {
  id: Id<"delivery" | "alertDelivery">;
  url: string;
  body: string;
  /** The signing secrets in force, newest first. */
  secrets: readonly string[];
  /** The endpoint's custom headers; null if they cannot be read. */
  headers?: CustomHeaders | null;
  /** The `traceparent` that the receiver gets (W3C Trace Context); none without tracing. */
  traceparent?: string | null | undefined;
}

/** The result of one attempt. */
export interface Attempt {
  ok: boolean;
  startedAt: Date;
  durationMs: number;
  /** The HTTP status; undefined if no response arrived. */
  status: number | undefined;
  /** Why it failed, as a sentence. */
  error: string | undefined;
  /** The first bytes of the response body, undecoded. */
  excerpt: Buffer | undefined;
  /** The wait that the receiver's `Retry-After` asks for. */
  retryAfterMs?: number | undefined;
  /** Whether this service aborted it because it is stopping; then it is no failure of the receiver. */
  isAborted: boolean;
}

interface AttemptOptions {
  /** Ends this attempt, and no other, when the service stops. The time limit of the attempt aborts it too. */
  abort?: AbortController;
  connections?: ConnectionPool;
  timeoutMs?: number;
}

/** The most that is read of a response body; the connection is closed there. */
const MAX_READ_BYTES = 16_384;
/** Added to each chunk's size, because a body sent in many small chunks costs CPU time. */
const CHUNK_OVERHEAD_BYTES = 16;
const EXCERPT_BYTES = 1_024;
/** The most interim responses (1xx) before the final one (RFC 9110 §15.2). */
const MAX_INTERIM_RESPONSES = 16;

/** Why a controller aborted its attempt, if not because the service is stopping. */
const TIME_OUT = "time-out";

/** The attempt was aborted: it timed out, or the service is stopping. */
class AbortedAttempt extends Error {
  constructor(readonly wasConnected: boolean) {
    super("the attempt was aborted");
  }
}

/** The connection pool of this process. The address of each connection is checked when it is opened. */
function receiverConnections(): ConnectionPool {
  return singleton("webhook-receivers", () =>
    createConnectionPool({
      isAddressAllowed: createAddressRule(env().webhookAllowCidrs),
      resolve: createResolver(),
    }),
  );
}

/**
 * POSTs an event over a connection and reads the response to its end or to the limit. Writes the status and the body to
 * `attempt`, also when it rejects. Resolves to whether the connection can be reused.
 */
function exchange(event: Sendable, attempt: Attempt, connection: Connection): Promise<boolean> {
  const { client, origin } = connection;
  const { pathname, search } = new URL(event.url);
  let interimCount = 0;
  let readBytes = 0;
  return new Promise((resolve, reject) => {
    client.dispatch(
      {
        origin,
        path: pathname + search,
        method: "POST",
        body: Buffer.from(event.body),
        headers: {
          ...event.headers,
          "content-type": "application/json",
          "user-agent": "Takings",
          // Responses are never decompressed.
          "accept-encoding": "identity",
          ...(event.traceparent && { traceparent: event.traceparent }),
          ...signEvent(event.id, event.body, event.secrets, attempt.startedAt),
        },
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (controller, status, headers) => {
          if (status < 200) {
            if (++interimCount > MAX_INTERIM_RESPONSES) controller.abort(new ResponseTooLarge());
            return;
          }
          attempt.status = status;
          attempt.retryAfterMs = retryAfterMs(headers["retry-after"], attempt.startedAt);
          attempt.excerpt = Buffer.alloc(0);
        },
        onResponseData: (controller, chunk) => {
          const { excerpt = Buffer.alloc(0) } = attempt;
          const room = EXCERPT_BYTES - excerpt.length;
          if (room > 0) attempt.excerpt = Buffer.concat([excerpt, chunk.subarray(0, room)]);
          connection.overheadBytes -= chunk.length;
          readBytes += chunk.length + CHUNK_OVERHEAD_BYTES;
          if (readBytes < MAX_READ_BYTES) return;
          resolve(false);
          // Stops the parser, which would otherwise read the rest of the buffer.
          controller.abort(new ResponseTooLarge());
        },
        onResponseEnd: () => resolve(true),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/**
 * POSTs an event, over an idle connection if there is one. A receiver may close an idle connection at any time, so if an
 * idle one dies before the first byte of the response, the event is sent once more over a new connection. Rejects with
 * `AbortedAttempt` when `signal` aborts. A connection that failed or was aborted is closed.
 */
async function post(event: Sendable, attempt: Attempt, signal: AbortSignal, connections: ConnectionPool) {
  const { origin } = new URL(event.url);
  for (let isFresh = false; ; isFresh = true) {
    if (signal.aborted) throw new AbortedAttempt(false);
    const connection = connections.acquire(origin, isFresh);
    const end = (isReusable: boolean) =>
      isReusable ? connections.release(connection) : connections.destroy(connection);
    const aborted = new Promise<never>((_, reject) => {
      // Not assigned as an expression: it would be allocated in the old generation (docs/performance.md, Recording).
      const onAbort = () => reject(new AbortedAttempt(connection.isOpen));
      signal.onabort = onAbort;
    });
    try {
      return end(await Promise.race([exchange(event, attempt, connection), aborted]));
    } catch (thrown) {
      end(false);
      if (signal.aborted || isFresh || !diedWhileIdle(connection)) throw thrown;
    } finally {
      signal.onabort = null;
    }
  }
}

/** Returns why the event cannot be sent under the current settings, or `undefined` if it can. */
function findSendError(event: Sendable): string | undefined {
  if (event.secrets.length === 0) return "Not sent: there is no signing secret that can be read.";
  if (event.headers === null) return "Not sent: the custom headers cannot be read. Enter them again.";
  const fault = findWebhookUrlError(event.url);
  return fault && `Not sent: the address ${fault}.`;
}

/**
 * Sends an event once: the stored bytes, signed now, to an allowed address (§6; Standard Webhooks 1.0). Any 2xx is
 * success. Redirects are not followed and nothing is decoded. `WEBHOOK_TIMEOUT_MS` limits the whole attempt, response
 * body included. Never throws: the result carries the error as a sentence.
 */
export async function attemptDelivery(event: Sendable, options: AttemptOptions = {}): Promise<Attempt> {
  const { connections = receiverConnections(), timeoutMs = env().webhookTimeoutMs } = options;
  const { abort = new AbortController() } = options;
  const startedAtMs = performance.now();
  const attempt: Attempt = {
    ok: false,
    startedAt: new Date(),
    durationMs: 0,
    status: undefined,
    error: undefined,
    excerpt: undefined,
    isAborted: false,
  };
  const timer = setTimeout(() => abort.abort(TIME_OUT), timeoutMs);
  try {
    attempt.error = findSendError(event);
    if (!attempt.error) {
      await post(event, attempt, abort.signal, connections);
      attempt.ok = attempt.status !== undefined && attempt.status >= 200 && attempt.status < 300;
      if (!attempt.ok) attempt.error = describeAnswer(attempt.status);
    }
  } catch (thrown) {
    attempt.isAborted = abort.signal.aborted && abort.signal.reason !== TIME_OUT;
    if (attempt.isAborted) attempt.error = "The service stopped before the answer was there.";
    else if (thrown instanceof AbortedAttempt)
      attempt.error = describeTimeout(thrown.wasConnected, timeoutMs);
    else attempt.error = describeFailure(thrown);
  } finally {
    clearTimeout(timer);
  }
  attempt.durationMs = Math.round(performance.now() - startedAtMs);
  return attempt;
}
