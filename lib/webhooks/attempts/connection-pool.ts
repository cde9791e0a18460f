import type { Socket } from "node:net";
import { Client } from "undici";
import { type InFlight, InFlightList } from "@/lib/core/in-flight/in-flight-list";
import { InFlightMap } from "@/lib/core/in-flight/in-flight-map";
import { type ConnectOptions, openSocket } from "@/lib/security/outbound/outbound-connection";

/** The error code of a connection whose receiver sent more than a response may hold. */
export const RESPONSE_TOO_LARGE = "endless_answer";

/** Thrown when a receiver sends more than the limit. */
export class ResponseTooLarge extends Error {
  readonly code = RESPONSE_TOO_LARGE;
}

/**
 * The most bytes of a response besides its body: head, trailers, interim responses, chunk sizes and extensions. The
 * parser is fed in slices, so that it never gets more: it allocates two objects per line, however short.
 */
const OVERHEAD_LIMIT_BYTES = 16_384;
const SLICE_BYTES = 4_096;
/** An idle connection is closed after this time: load balancers and proxies close theirs after a minute or more. */
const IDLE_TIMEOUT_MS = 30_000;
/** The longest idle time that a receiver's `Keep-Alive: timeout` can set. */
const MAX_IDLE_TIMEOUT_MS = 60_000;
/** The most idle connections over all receivers (about 8 KiB each, more with TLS); the longest idle is closed first. */
const MAX_IDLE = 512;

/** One connection to a receiver, open or being opened; it carries one event at a time. */
export interface Connection {
  readonly origin: string;
  readonly client: Client;
  /** The socket, as soon as the connection attempt has started. */
  socket: Socket | undefined;
  /** Whether the socket is connected, TLS included. */
  isOpen: boolean;
  /** Its place among the idle connections, while it is one of them. */
  idle: InFlight<Connection> | undefined;
  /** The socket that was idle, and the bytes that it had read when the connection was taken again. */
  idleSocket: Socket | undefined;
  bytesReadBefore: number;
  /** Bytes of the current response that are not its body: the reader of the body subtracts the body's bytes. */
  overheadBytes: number;
}

/** A pool of connections to receivers, which stay open between events. */
export interface ConnectionPool {
  /** Takes a connection for one event: the most recently used idle one, or a new one if none is idle or `isFresh`. */
  acquire(origin: string, isFresh: boolean): Connection;
  /** Returns a connection whose response was read to its end, for the receiver's next event. */
  release(connection: Connection): void;
  /** Closes a connection at once, even while it is being opened. */
  destroy(connection: Connection): void;
  /** Counts the idle connections. */
  countIdle(): number;
  /** Closes the idle connections. */
  closeIdle(): void;
}

/** Whether a reused connection died before the first byte of a response: the receiver had closed it while idle. */
export function diedWhileIdle({ socket, idleSocket, bytesReadBefore }: Connection): boolean {
  return (
    idleSocket !== undefined &&
    idleSocket === socket &&
    idleSocket.destroyed &&
    idleSocket.bytesRead === bytesReadBefore
  );
}

/** Passes received bytes to the parser in slices, and destroys the socket when a response exceeds the overhead limit. */
function limitOverhead(socket: Socket, connection: Connection): void {
  const read = socket.read.bind(socket);
  connection.overheadBytes = 0;
  socket.read = () => {
    if (socket.destroyed) return null;
    const slice: Buffer | null = read(Math.min(SLICE_BYTES, socket.readableLength) || undefined);
    connection.overheadBytes += slice?.length ?? 0;
    if (connection.overheadBytes <= OVERHEAD_LIMIT_BYTES) return slice;
    socket.destroy(new ResponseTooLarge());
    return null;
  };
}

function openConnection(origin: string, dialling: ConnectOptions): Connection {
  const client = new Client(origin, {
    connect: (target, callback) => {
      connection.bytesReadBefore = 0;
      connection.isOpen = false;
      connection.socket = openSocket(target, dialling, (...opened) => {
        const [, socket] = opened;
        connection.isOpen = socket !== null;
        if (socket) limitOverhead(socket, connection);
        callback(...opened);
      });
    },
    allowH2: false,
    pipelining: 1,
    // `limitOverhead` applies first: above this limit undici creates an error for every line.
    maxHeaderSize: 2 * OVERHEAD_LIMIT_BYTES,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    keepAliveMaxTimeout: MAX_IDLE_TIMEOUT_MS,
    // `attemptDelivery` has one time-out for the whole attempt.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const connection: Connection = {
    origin,
    client,
    socket: undefined,
    isOpen: false,
    idle: undefined,
    idleSocket: undefined,
    bytesReadBefore: 0,
    overheadBytes: 0,
  };
  return connection;
}

/** Creates a pool of connections to receivers. `dialling` resolves names and decides which addresses are allowed. */
export function createConnectionPool(dialling: ConnectOptions, maxIdle = MAX_IDLE): ConnectionPool {
  /** The longest idle first. */
  const idle = new InFlightList<Connection>();
  const byOrigin = new InFlightMap<Connection[]>();

  const removeIdle = (connection: Connection) => {
    if (!connection.idle) return;
    idle.remove(connection.idle);
    connection.idle = undefined;
    const others = (byOrigin.get(connection.origin) ?? []).filter((other) => other !== connection);
    if (others.length > 0) byOrigin.set(connection.origin, others);
    else byOrigin.delete(connection.origin);
  };
  const drop = (connection: Connection) => {
    removeIdle(connection);
    connection.socket?.destroy();
    void connection.client.destroy();
  };

  return {
    acquire(origin, isFresh) {
      const idleConnection = isFresh ? undefined : byOrigin.get(origin)?.at(-1);
      if (idleConnection) {
        removeIdle(idleConnection);
        idleConnection.idleSocket = idleConnection.socket;
        idleConnection.bytesReadBefore = idleConnection.socket?.bytesRead ?? 0;
        idleConnection.overheadBytes = 0;
        return idleConnection;
      }
      const connection = openConnection(origin, dialling);
      connection.client.on("disconnect", () => connection.idle && drop(connection));
      return connection;
    },
    release(connection) {
      if (!connection.socket || connection.socket.destroyed) return drop(connection);
      connection.idle = idle.add(connection);
      byOrigin.set(connection.origin, [...(byOrigin.get(connection.origin) ?? []), connection]);
      if (idle.size > maxIdle && idle.first) drop(idle.first.value);
    },
    destroy: drop,
    countIdle: () => idle.size,
    closeIdle: () => {
      for (const connection of idle) drop(connection);
    },
  };
}
