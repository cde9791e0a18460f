import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { BANK_WEBHOOK_PATH, CONNECTION_WEBHOOK_PREFIX } from "@/lib/core/paths";
import { parsePath } from "../router";
import type { Limits } from "./limits";

/** Whether connections are reserved for a path: those to which banks send notifications. */
const isBankPath = (path: string) => path === BANK_WEBHOOK_PATH || path.startsWith(CONNECTION_WEBHOOK_PREFIX);
/** Paths on which a status below 300 proves that the caller is authenticated (API key, signature, sign-in or link). */
const AUTHENTICATED = /^\/(?:v1|api\/dashboard|api\/live)\//;
/**
 * Listing the connections to close costs time proportional to all connections. After a short list, the next one is
 * built only after this delay; otherwise every new connection would pay for a full scan that finds little to close.
 */
const SHORT_LIST_MS = 100;
const SHORT_LIST_SHARE = 1 / 8;

/** Resolves client addresses, directly or behind proxies. */
export interface ClientAddresses {
  isProxy(remote: string): boolean;
  of(incoming: IncomingMessage): string;
}

/** A connection and the state of its client. */
export interface Connection {
  readonly socket: Duplex;
  /** The client's address; undefined for a proxy, which serves many clients. */
  readonly address: string | undefined;
  /** Admitted above the maximum, only for a bank notification. */
  readonly isReserved: boolean;
  /** Requests in flight, and the response to the last of them. */
  inFlight: number;
  lastResponse: ServerResponse | undefined;
  /** The address of the last request's client behind a proxy; undefined until it is needed. */
  forwardedAddress: string | undefined;
  /** Set by the first response that proves that the client is authenticated or a bank. */
  authentication: "none" | "authenticated" | "bank";
  /** Bytes that the client had read when the measurement began, and its time; undefined if no bytes are pending. */
  readProgress: { bytes: number; at: number } | undefined;
  isStalled: boolean;
}

/** Members of Node's sockets, some of them undocumented. */
interface SocketParts {
  bytesWritten?: number;
  /** Bytes passed to libuv's write queue so far. */
  _bytesDispatched?: number;
  /**
   * The bytes among them that the kernel has not accepted yet. A large chunk is one write that the kernel accepts in parts.
   */
  _handle?: { writeQueueSize?: number } | null;
}

/** Returns whether response bytes are pending for a socket's client, and how many bytes the kernel has accepted. */
function transferOf(socket: Duplex): { isWaiting: boolean; taken: number } {
  const { bytesWritten = 0, _bytesDispatched, _handle } = socket as SocketParts;
  const queued = _handle?.writeQueueSize ?? 0;
  const dispatched = _bytesDispatched ?? bytesWritten - socket.writableLength;
  return { isWaiting: queued > 0 || socket.writableLength > 0, taken: dispatched - queued };
}

/**
 * The open connections of a server. Reserves connections for bank notifications, closes clients that do not read, and
 * makes room for a new connection by closing others in this order: clients that do not read, unauthenticated idle
 * clients, unauthenticated clients that have not read their response yet, authenticated idle clients, idle banks. No
 * other connection is closed to make room.
 */
export class Connections {
  private readonly bySocket = new Map<Duplex, Connection>();
  private readonly unauthenticatedByAddress = new Map<string, Set<Connection>>();
  private closable: Connection[] = [];
  private nextListAt = 0;

  constructor(
    private readonly limits: Limits,
    private readonly addresses: ClientAddresses,
  ) {}

  get(socket: Duplex): Connection | undefined {
    return this.bySocket.get(socket);
  }

  get size(): number {
    return this.bySocket.size;
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.bySocket.values();
  }

  /** Admits a new connection, or closes it if the server is full and no other connection can be closed. */
  admit(socket: Socket): void {
    const remote = socket.remoteAddress ?? "";
    const address = this.addresses.isProxy(remote) ? undefined : remote;
    if (address !== undefined && this.isUnderPressure && !this.makeRoomFor(address)) {
      socket.destroy();
      return;
    }
    const isFull = this.bySocket.size >= this.limits.maxConnections && !this.makeRoom();
    if (isFull && this.bySocket.size >= this.limits.maxConnections + this.limits.reservedConnections) {
      socket.destroy();
      return;
    }
    const connection: Connection = {
      ...{ socket, address, isReserved: isFull },
      ...{
        inFlight: 0,
        lastResponse: undefined,
        forwardedAddress: undefined,
        authentication: "none",
        readProgress: undefined,
        isStalled: false,
      },
    };
    this.bySocket.set(socket, connection);
    if (address !== undefined) this.getUnauthenticated(address).add(connection);
    socket.on("close", () => this.remove(connection));
  }

  /**
   * Counts a request and decides about it. `cut`: the client has too many pipelined requests. `refuse`: the server is
   * full and this is no bank notification, or the client has too many unauthenticated requests in flight.
   */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): "serve" | "refuse" | "cut" {
    const connection = this.bySocket.get(incoming.socket);
    if (!connection || ++connection.inFlight > this.limits.maxPipelinedRequests) return "cut";
    connection.lastResponse = outgoing;
    connection.forwardedAddress = undefined;
    outgoing.on("close", () => {
      this.updateProof(connection, outgoing);
      connection.inFlight--;
      if (connection.lastResponse === outgoing) connection.lastResponse = undefined;
    });
    const isBank = isBankPath(parsePath(incoming.url ?? ""));
    if (isBank || connection.authentication !== "none") return "serve";
    if (connection.isReserved) return "refuse";
    const isProxied = connection.address === undefined && this.isUnderPressure;
    return isProxied && this.countUnauthenticated(connection) > this.limits.unauthenticatedPerAddress
      ? "refuse"
      : "serve";
  }

  /** Closes clients that read their responses too slowly. To be called every `checkIntervalMs`. */
  sweep(now = performance.now()): void {
    for (const connection of this.bySocket.values()) {
      this.update(connection, now);
      if (!connection.isStalled || now - (connection.readProgress?.at ?? now) < this.limits.drainWindowMs)
        continue;
      const { socket } = connection;
      if ("resetAndDestroy" in socket) (socket as Socket).resetAndDestroy();
      else socket.destroy();
    }
  }

  private get isUnderPressure(): boolean {
    return this.bySocket.size >= this.limits.maxConnections / 2;
  }

  /** Updates a connection's proof of authentication, and whether its client reads fast enough. */
  private update(connection: Connection, now: number): void {
    if (connection.lastResponse) this.updateProof(connection, connection.lastResponse);
    const { isWaiting, taken } = transferOf(connection.socket);
    if (!isWaiting) {
      connection.readProgress = undefined;
      connection.isStalled = false;
      return;
    }
    connection.readProgress ??= { bytes: taken, at: now };
    const elapsedMs = now - connection.readProgress.at;
    if (elapsedMs < this.limits.stalledAfterMs) return;
    const due = (this.limits.minDrainBytesPerSecond * elapsedMs) / 1_000;
    connection.isStalled = taken - connection.readProgress.bytes < due;
    if (!connection.isStalled) connection.readProgress = { bytes: taken, at: now };
  }

  private updateProof(connection: Connection, { req, statusCode, headersSent }: ServerResponse): void {
    if (!headersSent || statusCode >= 300 || connection.authentication === "bank") return;
    const path = parsePath(req.url ?? "");
    if (isBankPath(path)) connection.authentication = "bank";
    else if (connection.authentication === "none" && AUTHENTICATED.test(path))
      connection.authentication = "authenticated";
    else return;
    this.removeUnauthenticated(connection);
  }

  /**
   * Counts the requests in flight, of the client of a connection's last request behind a proxy, whose responses do not prove
   * authentication.
   */
  private countUnauthenticated(asking: Connection): number {
    const address = this.getForwardedAddress(asking);
    let count = 0;
    for (const connection of this.bySocket.values()) {
      const { lastResponse } = connection;
      if (!lastResponse || connection.address !== undefined) continue;
      if (this.getForwardedAddress(connection) !== address) continue;
      const isProved =
        lastResponse.headersSent &&
        lastResponse.statusCode < 300 &&
        AUTHENTICATED.test(parsePath(lastResponse.req.url ?? ""));
      if (!isProved) count++;
    }
    return count;
  }

  /** Returns the address of the client of a connection's last request, which is parsed once per request. */
  private getForwardedAddress(connection: Connection): string | undefined {
    const { lastResponse } = connection;
    if (lastResponse) connection.forwardedAddress ??= this.addresses.of(lastResponse.req);
    return connection.forwardedAddress;
  }

  /**
   * Closes the oldest closable connection of an address that has reached its limit of unauthenticated connections. Returns
   * false if none can be closed.
   */
  private makeRoomFor(address: string): boolean {
    const own = this.unauthenticatedByAddress.get(address);
    if (!own || own.size < this.limits.unauthenticatedPerAddress) return true;
    for (const connection of [...own])
      if (connection.lastResponse) this.updateProof(connection, connection.lastResponse);
    if (own.size < this.limits.unauthenticatedPerAddress) return true;
    for (const connection of own) {
      if (rankOf(connection) === undefined) continue;
      this.close(connection);
      return true;
    }
    return false;
  }

  /** Closes the connection of the lowest rank. Returns false if none may be closed. */
  private makeRoom(): boolean {
    for (;;) {
      const next = this.closable.pop();
      if (next && this.bySocket.has(next.socket) && rankOf(next) !== undefined) {
        this.close(next);
        return true;
      }
      if (!next && !this.listClosable()) return false;
    }
  }

  /** Lists the connections that may be closed, the first to close last. Returns false if there are none. */
  private listClosable(now = performance.now()): boolean {
    if (now < this.nextListAt) return false;
    const ranked = [...this.bySocket.values()].flatMap((connection, age) => {
      const rank = rankOf(connection);
      return rank === undefined ? [] : [{ connection, rank, age }];
    });
    ranked.sort((a, b) => b.rank - a.rank || b.age - a.age);
    this.closable = ranked.map(({ connection }) => connection);
    const isShort = ranked.length < this.bySocket.size * SHORT_LIST_SHARE;
    this.nextListAt = isShort ? now + SHORT_LIST_MS : now;
    return this.closable.length > 0;
  }

  private close(connection: Connection): void {
    connection.socket.destroy();
    this.remove(connection);
  }

  private remove(connection: Connection): void {
    this.bySocket.delete(connection.socket);
    this.removeUnauthenticated(connection);
  }

  private getUnauthenticated(address: string): Set<Connection> {
    const own = this.unauthenticatedByAddress.get(address) ?? new Set();
    this.unauthenticatedByAddress.set(address, own);
    return own;
  }

  private removeUnauthenticated(connection: Connection): void {
    const { address = "" } = connection;
    const own = this.unauthenticatedByAddress.get(address);
    own?.delete(connection);
    if (own?.size === 0) this.unauthenticatedByAddress.delete(address);
  }
}

const IDLE_RANKS = { none: 2, authenticated: 4, bank: 5 } as const;

/** Returns a connection's rank in the order of closing, 0 first; undefined if it must not be closed for another. */
function rankOf({ socket, isStalled, lastResponse, authentication }: Connection): number | undefined {
  if (isStalled) return authentication === "none" ? 0 : 1;
  if (!lastResponse?.req.complete) return IDLE_RANKS[authentication];
  return authentication === "none" && transferOf(socket).isWaiting ? 3 : undefined;
}
