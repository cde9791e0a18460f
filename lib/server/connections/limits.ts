/** The limits of the HTTP server. Times in milliseconds. */
export interface Limits {
  /** The largest body of a route that declares no limit of its own. */
  bodyLimitBytes: number;
  /**
   * The largest limit that an API route declares. If Next serves the API too, the server enforces this limit and each
   * route its own.
   */
  largestBodyLimitBytes: number;
  /** Total size of arriving bodies of up to 1 MiB each; above it, the largest of them is refused. */
  arrivingLimitBytes: number;
  /** Open connections; above this, a connection is closed for each new one (`Connections`). */
  maxConnections: number;
  /** Additional connections for bank notifications only, used if no connection can be closed. */
  reservedConnections: number;
  /**
   * Unauthenticated connections of one client address (or its requests through a proxy) once half of
   * `maxConnections` are open. Authenticated ones are not limited: hundreds of phones share one venue's address.
   */
  unauthenticatedPerAddress: number;
  /** Requests in flight on one connection; above this the connection is closed. No regular client pipelines so many. */
  maxPipelinedRequests: number;
  /** From the first byte of a request to the end of its head. */
  headersTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  requestTimeoutMs: number;
  /** Interval of the check that a large body arrives fast enough to complete within `requestTimeoutMs`. */
  progressCheckMs: number;
  /** How long a connection may be idle between two requests. */
  keepAliveTimeoutMs: number;
  /** How long a client may read nothing of a pending response. */
  stallTimeoutMs: number;
  /** The minimum rate at which a client must read a pending response. */
  minDrainBytesPerSecond: number;
  /** A client below the minimum rate for this long may be closed to make room. */
  stalledAfterMs: number;
  /** A client below the minimum rate for this long is closed. */
  drainWindowMs: number;
  /** Interval of the checks for header and body timeouts and for slow readers. */
  checkIntervalMs: number;
  /** How long a refused body is read and discarded, so that its sender can receive the refusal. */
  lingerMs: number;
  /** How long requests in flight may take after the server began to close. */
  drainMs: number;
}

/**
 * The limits of the deployed service. Headers of 16 KiB (Node's limit) take a slow phone well under 10 s. 30 s for a
 * body of 1 MiB require 35 kB/s, for one of 16 MiB 560 kB/s, checked every 5 s. Load balancers keep idle connections
 * for 60 s and must close them first, else they send into a closing connection; they also give up on a stalled client
 * after 60 s. 8 s of draining fit into the 10 s that containers get to stop. A bank notification is about 2 KiB, so
 * 64 MiB of partial bodies are no regular traffic; an idle connection costs about 10 KiB. A phone on the slowest
 * network reads 2 kB/s; a client that reads less than 500 B/s over 15 s does not read.
 */
export const LIMITS: Omit<Limits, "bodyLimitBytes" | "largestBodyLimitBytes"> = {
  arrivingLimitBytes: 64 * 1024 * 1024,
  maxConnections: 4_096,
  reservedConnections: 128,
  unauthenticatedPerAddress: 64,
  maxPipelinedRequests: 32,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  progressCheckMs: 5_000,
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 60_000,
  minDrainBytesPerSecond: 500,
  stalledAfterMs: 2_000,
  drainWindowMs: 15_000,
  checkIntervalMs: 1_000,
  lingerMs: 10_000,
  drainMs: 8_000,
};

/** Returns the limits for a deployment with this general body limit and this largest limit of an API route. */
export const createLimits = (bodyLimitBytes: number, largestBodyLimitBytes = bodyLimitBytes): Limits => ({
  ...LIMITS,
  bodyLimitBytes,
  largestBodyLimitBytes: Math.max(bodyLimitBytes, largestBodyLimitBytes),
});
