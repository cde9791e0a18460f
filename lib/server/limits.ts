/** What the front door allows one connection to cost. Times in milliseconds. */
export interface Limits {
  /** A body's, where its route declares no limit of its own. */
  bodyLimitBytes: number;
  /**
   * The largest body that any route of the API declares. Where Next serves the API too, the door holds bodies to this
   * and each route to its own limit.
   */
  largestBodyLimitBytes: number;
  /** All bodies of up to 1 MiB together that are still arriving; over it the largest of them is refused. */
  arrivingLimitBytes: number;
  /** Over so many, another connection is closed for the next (`Connections`). */
  mostConnections: number;
  /** Further places, where no connection can be closed, for bank notifications alone. */
  reservedConnections: number;
  /**
   * Unauthenticated connections of one client address, or requests of it that a proxy forwards, once half of the places
   * are taken. Authenticated ones have no such limit: hundreds of phones share one venue's address.
   */
  unprovenPerAddress: number;
  /** Over so many requests under way on one connection it is closed: nobody needs to send so many unanswered. */
  mostPipelined: number;
  /** From the first byte of a request to the end of its head. */
  headersTimeoutMs: number;
  /** From the first byte of a request to the end of its body. */
  requestTimeoutMs: number;
  /** How often it is checked that a large body arrives fast enough to be there in `requestTimeoutMs`. */
  progressCheckMs: number;
  /** How long a connection may rest between two requests. */
  keepAliveTimeoutMs: number;
  /** How long a client may take nothing of an answer that waits for it. */
  stallTimeoutMs: number;
  /** How slowly a client may take what waits for it. */
  minDrainBytesPerSecond: number;
  /** A client that is slower for so long may be closed for another. */
  stalledAfterMs: number;
  /** A client that is slower for so long is closed. */
  drainWindowMs: number;
  /** How often the timeouts of heads and bodies, and slow readers, are looked at. */
  checkEveryMs: number;
  /** How long a refused body is read and thrown away, so that its sender gets to see the refusal. */
  lingerMs: number;
  /** How long requests in flight may take after the door began to close. */
  drainMs: number;
}

/**
 * The limits of the deployed service. A head of 16 KiB (Node's own limit) takes a slow phone well under 10 s; 30 s
 * for a body of 1 MiB asks for 35 kB/s, for one of 16 MiB for 560 kB/s, checked every 5 s; load balancers rest connections for 60 s and must be the first to let go,
 * or they send into a closing one, and give up on whoever takes nothing for as long; 8 s of draining leave room in the
 * 10 s that containers are given to stop. A notice is some 2 KiB, so 64 MiB of bodies half-sent are nobody's honest
 * work; a connection at rest costs some 10 KiB. A phone on the slowest network takes 2 kB/s; 500 B/s over 15 s is a client
 * that does not read.
 */
export const LIMITS: Omit<Limits, "bodyLimitBytes" | "largestBodyLimitBytes"> = {
  arrivingLimitBytes: 64 * 1024 * 1024,
  mostConnections: 4_096,
  reservedConnections: 128,
  unprovenPerAddress: 64,
  mostPipelined: 32,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  progressCheckMs: 5_000,
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 60_000,
  minDrainBytesPerSecond: 500,
  stalledAfterMs: 2_000,
  drainWindowMs: 15_000,
  checkEveryMs: 1_000,
  lingerMs: 3_000,
  drainMs: 8_000,
};

/** The limits of a deployment: its general body limit, and the largest that a route of its API declares. */
export const limitsFor = (bodyLimitBytes: number, largestBodyLimitBytes = bodyLimitBytes): Limits => ({
  ...LIMITS,
  bodyLimitBytes,
  largestBodyLimitBytes: Math.max(bodyLimitBytes, largestBodyLimitBytes),
});
