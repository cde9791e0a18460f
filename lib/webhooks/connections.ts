import type { Socket } from "node:net";
import { Client } from "undici";
import { type Dialling, dial } from "@/lib/security/outbound-connection";

/** The code of the error with which a connection ends whose receiver sends more than any answer holds. */
export const ENDLESS_ANSWER = "endless_answer";

/** Ends a connection whose receiver sends more than is read. */
export class EndlessAnswer extends Error {
  readonly code = ENDLESS_ANSWER;
}

/**
 * What an answer may hold beside its body: head, trailers, interim answers, chunks' lengths and extensions. The parser
 * is fed in slices, so that it never sees more: it makes two objects of every line, however short.
 */
const OVERHEAD_LIMIT_BYTES = 16_384;
const SLICE_BYTES = 4_096;
/** Rested longer, a connection is closed: balancers and proxies drop theirs after a minute or more. */
const REST_MS = 30_000;
/** The most that a receiver's own word (`Keep-Alive: timeout`) makes of it. */
const LONGEST_REST_MS = 60_000;
/** Connections at rest, over all receivers: the longest rested is closed for the next (some 8 KiB each, more with TLS). */
const MOST_AT_REST = 512;

/** One connection to a receiver, open or not yet; it carries one event at a time. */
export interface Connection {
  readonly origin: string;
  readonly client: Client;
  /** The socket, from the moment it is dialled. */
  socket: Socket | undefined;
  /** Whether the socket is connected, TLS included. */
  isOpen: boolean;
  /** The socket on which it rested, and what that had read by the time it was taken again. */
  rested: Socket | undefined;
  readBefore: number;
  /** What of the answer under way was not its body; who reads the body takes its bytes off. */
  overheadBytes: number;
}

/** The connections to receivers, kept open between events. */
export interface Connections {
  /** A connection for one event: one at rest, the last used first, or a new one where there is none or `isFresh`. */
  take(origin: string, isFresh: boolean): Connection;
  /** Keeps a connection whose answer was read to its end, for the receiver's next event. */
  rest(connection: Connection): void;
  /** Closes a connection at once, also one that is still being opened. */
  drop(connection: Connection): void;
  /** How many are at rest. */
  countAtRest(): number;
  /** Closes those at rest. */
  close(): void;
}

/** Whether a connection died while it rested, before a byte of an answer: the receiver had closed it. */
export function diedAtRest({ socket, rested, readBefore }: Connection): boolean {
  return rested !== undefined && rested === socket && rested.destroyed && rested.bytesRead === readBefore;
}

/** Hands what a socket received to the parser in slices, and ends the connection where an answer is all overhead. */
function meter(socket: Socket, connection: Connection): void {
  const read = socket.read.bind(socket);
  connection.overheadBytes = 0;
  socket.read = () => {
    if (socket.destroyed) return null;
    const slice: Buffer | null = read(Math.min(SLICE_BYTES, socket.readableLength) || undefined);
    connection.overheadBytes += slice?.length ?? 0;
    if (connection.overheadBytes <= OVERHEAD_LIMIT_BYTES) return slice;
    socket.destroy(new EndlessAnswer());
    return null;
  };
}

function open(origin: string, dialling: Dialling): Connection {
  const client = new Client(origin, {
    connect: (target, callback) => {
      connection.readBefore = 0;
      connection.isOpen = false;
      connection.socket = dial(target, dialling, (...opened) => {
        const [, socket] = opened;
        connection.isOpen = socket !== null;
        if (socket) meter(socket, connection);
        callback(...opened);
      });
    },
    allowH2: false,
    pipelining: 1,
    // The meter's limit is met first: beyond this one undici makes an error of every line.
    maxHeaderSize: 2 * OVERHEAD_LIMIT_BYTES,
    keepAliveTimeout: REST_MS,
    keepAliveMaxTimeout: LONGEST_REST_MS,
    // The whole try has one time-out, in `attemptDelivery`.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const connection: Connection = {
    origin,
    client,
    socket: undefined,
    isOpen: false,
    rested: undefined,
    readBefore: 0,
    overheadBytes: 0,
  };
  return connection;
}

/** Opens the book of connections to receivers; each is dialled by these rules. */
export function keepConnections(dialling: Dialling, mostAtRest = MOST_AT_REST): Connections {
  /** The longest rested first. */
  const atRest = new Set<Connection>();
  const byOrigin = new Map<string, Connection[]>();

  const wake = (connection: Connection) => {
    if (!atRest.delete(connection)) return;
    const others = (byOrigin.get(connection.origin) ?? []).filter((other) => other !== connection);
    if (others.length > 0) byOrigin.set(connection.origin, others);
    else byOrigin.delete(connection.origin);
  };
  const drop = (connection: Connection) => {
    wake(connection);
    connection.socket?.destroy();
    void connection.client.destroy();
  };

  return {
    take(origin, isFresh) {
      const known = isFresh ? undefined : byOrigin.get(origin)?.at(-1);
      if (known) {
        wake(known);
        known.rested = known.socket;
        known.readBefore = known.socket?.bytesRead ?? 0;
        known.overheadBytes = 0;
        return known;
      }
      const connection = open(origin, dialling);
      connection.client.on("disconnect", () => atRest.has(connection) && drop(connection));
      return connection;
    },
    rest(connection) {
      if (!connection.socket || connection.socket.destroyed) return drop(connection);
      atRest.add(connection);
      byOrigin.set(connection.origin, [...(byOrigin.get(connection.origin) ?? []), connection]);
      const [longest] = atRest;
      if (atRest.size > mostAtRest && longest) drop(longest);
    },
    drop,
    countAtRest: () => atRest.size,
    close: () => {
      for (const connection of [...atRest]) drop(connection);
    },
  };
}
