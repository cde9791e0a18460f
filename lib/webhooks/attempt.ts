import type { Id } from "@/lib/core/ids";
import { env } from "@/lib/env";
import { singleton } from "@/lib/process-singleton";
import { addressRule, webhookUrlFault } from "@/lib/security/outbound-address";
import { nameResolver } from "@/lib/security/outbound-name";
import { type Connection, type Connections, diedAtRest, EndlessAnswer, keepConnections } from "./connections";
import { describeAnswer, describeFailure, describeTimeout, retryAfterMs } from "./failure-message";
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
  connections?: Connections;
  timeoutMs?: number;
}

/** An answer is read so far and no further: its connection is dropped there. */
const READ_LIMIT_BYTES = 16_384;
/** What a piece of a body counts beside its bytes: a body in crumbs costs time. */
const PIECE_BYTES = 16;
const EXCERPT_BYTES = 1_024;
/** The most interim answers (1xx) before the one that counts (RFC 9110 §15.2). */
const MAX_INTERIM_ANSWERS = 16;

/** The try was cut from outside: its time was over, or the service stops. */
class AbortedAttempt extends Error {
  constructor(readonly wasConnected: boolean) {
    super("cut short");
  }
}

/** The connections of this process to receivers; each one's address was checked when it was dialled. */
function receivers(): Connections {
  return singleton("webhook-receivers", () =>
    keepConnections({ mayDial: addressRule(env().webhookAllowCidrs), resolve: nameResolver() }),
  );
}

/**
 * POSTs an event over a connection and reads the answer, to its end or to the limit; what it learns stands in
 * `known`, also where it rejects. Resolves to whether the connection can carry another event.
 */
function exchange(event: Sendable, known: Attempt, connection: Connection): Promise<boolean> {
  const { client, origin } = connection;
  const { pathname, search } = new URL(event.url);
  let interim = 0;
  let readBytes = 0;
  return new Promise((resolve, reject) => {
    client.dispatch(
      {
        origin,
        path: pathname + search,
        method: "POST",
        body: Buffer.from(event.body),
        headers: {
          "content-type": "application/json",
          "user-agent": "Takings",
          // Nothing that comes from outside is decompressed here.
          "accept-encoding": "identity",
          ...signEvent(event.id, event.body, event.secrets, known.startedAt),
        },
      },
      {
        onRequestStart: () => undefined,
        onResponseStart: (controller, status, headers) => {
          if (status < 200) {
            if (++interim > MAX_INTERIM_ANSWERS) controller.abort(new EndlessAnswer());
            return;
          }
          known.status = status;
          known.retryAfterMs = retryAfterMs(headers["retry-after"], known.startedAt);
          known.excerpt = Buffer.alloc(0);
        },
        onResponseData: (controller, chunk) => {
          const { excerpt = Buffer.alloc(0) } = known;
          const room = EXCERPT_BYTES - excerpt.length;
          if (room > 0) known.excerpt = Buffer.concat([excerpt, chunk.subarray(0, room)]);
          connection.overheadBytes -= chunk.length;
          readBytes += chunk.length + PIECE_BYTES;
          if (readBytes < READ_LIMIT_BYTES) return;
          resolve(false);
          // What is parsed of the rest at once would cost time.
          controller.abort(new EndlessAnswer());
        },
        onResponseEnd: () => resolve(true),
        onResponseError: (_controller, error) => reject(error),
      },
    );
  });
}

/**
 * POSTs an event, over a connection at rest where there is one. Receivers close theirs when they like: where it died
 * before a byte of an answer came, that says nothing about the receiver, and the event goes out again at once over a
 * new one. Rejects with `CutShort` where `cut` comes first. What failed or was cut is closed, not left behind.
 */
async function post(event: Sendable, known: Attempt, cut: AbortSignal, connections: Connections) {
  const { origin } = new URL(event.url);
  for (let isFresh = false; ; isFresh = true) {
    if (cut.aborted) throw new AbortedAttempt(false);
    const connection = connections.take(origin, isFresh);
    const end = (canRest: boolean) => connections[canRest ? "rest" : "drop"](connection);
    const cutShort = new Promise<never>((_, reject) => {
      cut.onabort = () => reject(new AbortedAttempt(connection.isOpen));
    });
    try {
      return end(await Promise.race([exchange(event, known, connection), cutShort]));
    } catch (thrown) {
      end(false);
      if (cut.aborted || isFresh || !diedAtRest(connection)) throw thrown;
    } finally {
      cut.onabort = null;
    }
  }
}

/** Why an event cannot be sent at all as the settings stand now. */
function unsendable(event: Sendable): string | undefined {
  if (event.secrets.length === 0) return "Not sent: the organisation has no signing secret that can be read.";
  const fault = webhookUrlFault(event.url);
  return fault && `Not sent: the address ${fault}.`;
}

/**
 * Sends an event once: the frozen bytes, signed now, to an address that may be dialled (§6; Standard Webhooks 1.0).
 * Any 2xx is success; redirects are not followed, nothing is decoded, and the whole try, body included, has
 * `WEBHOOK_TIMEOUT_MS`. Never throws: what went wrong is in the result, in words.
 */
export async function attemptDelivery(event: Sendable, options: AttemptOptions = {}): Promise<Attempt> {
  const { stopping, connections = receivers(), timeoutMs = env().webhookTimeoutMs } = options;
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
    known.error = unsendable(event);
    if (stopping?.aborted) stop();
    if (!known.error) {
      await post(event, known, abort.signal, connections);
      known.ok = known.status !== undefined && known.status >= 200 && known.status < 300;
      if (!known.ok) known.error = describeAnswer(known.status);
    }
  } catch (thrown) {
    known.isCutShort = abort.signal.reason === "stopping";
    if (known.isCutShort) known.error = "The service stopped before the answer was there.";
    else if (thrown instanceof AbortedAttempt) known.error = describeTimeout(thrown.wasConnected, timeoutMs);
    else known.error = describeFailure(thrown);
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener("abort", stop);
  }
  known.durationMs = Math.round(performance.now() - began);
  return known;
}
