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
  /** Over so many, the oldest connection that waits for its client is closed for the next. */
  mostConnections: number;
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
  /** How often the first two are looked at. */
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
 * work; a connection at rest costs some 10 KiB.
 */
export const LIMITS: Omit<Limits, "bodyLimitBytes" | "largestBodyLimitBytes"> = {
  arrivingLimitBytes: 64 * 1024 * 1024,
  mostConnections: 4_096,
  mostPipelined: 32,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  progressCheckMs: 5_000,
  keepAliveTimeoutMs: 65_000,
  stallTimeoutMs: 60_000,
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
