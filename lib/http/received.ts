/** What the HTTP server hands over with a request that it has read itself. */
export interface Received {
  body: Buffer;
  /** Finds the client's address; it is asked for only where it counts. */
  clientAddress: () => string;
}

const received = Symbol("received");
interface ReceivedRequest extends Request {
  [received]?: Partial<Received>;
}

/**
 * Keeps it on the request. A property, because values of a `WeakMap` outlive many collections of young objects: with one
 * entry per request the garbage collector took three times as long.
 */
export function attachReceived(request: ReceivedRequest, known: Partial<Received>): void {
  request[received] = known;
}

/** What was handed over with a request; nothing where Next serves it. */
export function receivedWith(request: ReceivedRequest): Partial<Received> {
  return request[received] ?? {};
}
