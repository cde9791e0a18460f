import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Limits } from "./limits";
import { pathOf } from "./router";

/** The path that has reserved places. */
const BANK_PATH = "/v1/webhooks/bank";
/** Paths whose answers below 300 prove that the caller is authenticated: an API key, a signature, a sign-in, a link. */
const AUTHENTICATED = /^\/(?:v1|api\/dashboard|api\/live)\//;
/**
 * A list of connections to close costs as much as there are connections. One that named few of them is made again only
 * after so long, so that newcomers do not cost more the less there is to close for them.
 */
const SHORT_LIST_MS = 100;
const SHORT_LIST_SHARE = 1 / 8;

/** Where clients are seen from: their own address, or a proxy's that forwards for many. */
export interface ClientAddresses {
  isProxy(remote: string): boolean;
  of(incoming: IncomingMessage): string;
}

/** One connection and what is known of its client. */
export interface Connection {
  readonly socket: Duplex;
  /** The client's; undefined for a proxy's, which many share. */
  readonly address: string | undefined;
  /** Admitted beyond the maximum, for a bank notification alone. */
  readonly isReserved: boolean;
  /** Requests under way, and the answer to the last of them. */
  count: number;
  last: ServerResponse | undefined;
  /** Grows once: an answer proved that the client is authenticated, or is a bank. */
  proof: "none" | "authenticated" | "bank";
  /** How much of what waits for the client was taken when this was last looked at, and since when; none where nothing waits. */
  window: { bytes: number; at: number } | undefined;
  isStalled: boolean;
}

/** What Node keeps of a socket under no public name. */
interface SocketParts {
  bytesWritten?: number;
  /** Bytes handed to the system's queue so far. */
  _bytesDispatched?: number;
  /** Of those, the bytes that the system has not taken yet. A large piece is one write, and is taken bit by bit. */
  _handle?: { writeQueueSize?: number } | null;
}

/** Whether bytes of a socket's answers wait for its client, and how many the system has taken for it. */
function transferOf(socket: Duplex): { isWaiting: boolean; taken: number } {
  const { bytesWritten = 0, _bytesDispatched, _handle } = socket as SocketParts;
  const queued = _handle?.writeQueueSize ?? 0;
  const dispatched = _bytesDispatched ?? bytesWritten - socket.writableLength;
  return { isWaiting: queued > 0 || socket.writableLength > 0, taken: dispatched - queued };
}

/**
 * The open connections of a server. It keeps places for bank notifications, closes clients that do not read, and makes room
 * for a newcomer by closing, in this order: clients that do not read, unauthenticated clients that send nothing,
 * unauthenticated clients that have not taken their answer yet, authenticated ones that send nothing, banks' that send
 * nothing. No other connection is closed for a newcomer.
 */
export class Connections {
  private readonly bySocket = new Map<Duplex, Connection>();
  private readonly unprovenOf = new Map<string, Set<Connection>>();
  private victims: Connection[] = [];
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

  /** Admits a new connection, or closes it where no other can be closed for it. */
  admit(socket: Socket): void {
    const remote = socket.remoteAddress ?? "";
    const address = this.addresses.isProxy(remote) ? undefined : remote;
    if (address !== undefined && this.isUnderPressure && !this.makeRoomFor(address)) {
      socket.destroy();
      return;
    }
    const isFull = this.bySocket.size >= this.limits.mostConnections && !this.makeRoom();
    if (isFull && this.bySocket.size >= this.limits.mostConnections + this.limits.reservedConnections) {
      socket.destroy();
      return;
    }
    const connection: Connection = {
      ...{ socket, address, isReserved: isFull },
      ...{ count: 0, last: undefined, proof: "none", window: undefined, isStalled: false },
    };
    this.bySocket.set(socket, connection);
    if (address !== undefined) this.unprovenBy(address).add(connection);
    socket.on("close", () => this.forget(connection));
  }

  /**
   * Counts a request. `cut`: its client sends too many without awaiting answers. `refuse`: the server is full, and this is
   * no bank notification, or its client has too many requests under way that no answer has proved yet.
   */
  begin(incoming: IncomingMessage, outgoing: ServerResponse): "serve" | "refuse" | "cut" {
    const connection = this.bySocket.get(incoming.socket);
    if (!connection || ++connection.count > this.limits.mostPipelined) return "cut";
    connection.last = outgoing;
    outgoing.on("close", () => {
      this.learn(connection, outgoing);
      connection.count--;
      if (connection.last === outgoing) connection.last = undefined;
    });
    const isBank = pathOf(incoming.url ?? "") === BANK_PATH;
    if (isBank || connection.proof !== "none") return "serve";
    if (connection.isReserved) return "refuse";
    const isProxied = connection.address === undefined && this.isUnderPressure;
    return isProxied && this.countUnproven(incoming) > this.limits.unprovenPerAddress ? "refuse" : "serve";
  }

  /** Closes clients that take too little of what waits for them. To be called every `checkEveryMs`. */
  sweep(now = performance.now()): void {
    for (const connection of this.bySocket.values()) {
      this.look(connection, now);
      if (!connection.isStalled || now - (connection.window?.at ?? now) < this.limits.drainWindowMs) continue;
      const { socket } = connection;
      if ("resetAndDestroy" in socket) (socket as Socket).resetAndDestroy();
      else socket.destroy();
    }
  }

  private get isUnderPressure(): boolean {
    return this.bySocket.size >= this.limits.mostConnections / 2;
  }

  /** Learns what an answer proves, and how much of it was taken since the window began. */
  private look(connection: Connection, now: number): void {
    if (connection.last) this.learn(connection, connection.last);
    const { isWaiting, taken } = transferOf(connection.socket);
    if (!isWaiting) {
      connection.window = undefined;
      connection.isStalled = false;
      return;
    }
    connection.window ??= { bytes: taken, at: now };
    const elapsedMs = now - connection.window.at;
    if (elapsedMs < this.limits.stalledAfterMs) return;
    const due = (this.limits.minDrainBytesPerSecond * elapsedMs) / 1_000;
    connection.isStalled = taken - connection.window.bytes < due;
    if (!connection.isStalled) connection.window = { bytes: taken, at: now };
  }

  private learn(connection: Connection, { req, statusCode, headersSent }: ServerResponse): void {
    if (!headersSent || statusCode >= 300 || connection.proof === "bank") return;
    const path = pathOf(req.url ?? "");
    if (path === BANK_PATH) connection.proof = "bank";
    else if (connection.proof === "none" && AUTHENTICATED.test(path)) connection.proof = "authenticated";
    else return;
    this.forgetUnproven(connection);
  }

  /** Requests of a client behind a proxy that are under way and that no answer has proved yet. */
  private countUnproven(incoming: IncomingMessage): number {
    const address = this.addresses.of(incoming);
    let count = 0;
    for (const connection of this.bySocket.values()) {
      const { last } = connection;
      if (!last || connection.address !== undefined || this.addresses.of(last.req) !== address) continue;
      const isProved =
        last.headersSent && last.statusCode < 300 && AUTHENTICATED.test(pathOf(last.req.url ?? ""));
      if (!isProved) count++;
    }
    return count;
  }

  /** Sees to it that an address has no more unproven connections than it may: closes its oldest that can be closed. */
  private makeRoomFor(address: string): boolean {
    const own = this.unprovenOf.get(address);
    if (!own || own.size < this.limits.unprovenPerAddress) return true;
    for (const connection of [...own]) if (connection.last) this.learn(connection, connection.last);
    if (own.size < this.limits.unprovenPerAddress) return true;
    for (const connection of own) {
      if (rankOf(connection) === undefined) continue;
      this.close(connection);
      return true;
    }
    return false;
  }

  /** Closes the connection that is missed least, if any may be closed. */
  private makeRoom(): boolean {
    for (;;) {
      const next = this.victims.pop();
      if (next && this.bySocket.has(next.socket) && rankOf(next) !== undefined) {
        this.close(next);
        return true;
      }
      if (!next && !this.findVictims()) return false;
    }
  }

  /** Lists the connections that may be closed, those that are missed least last; false where there are none. */
  private findVictims(now = performance.now()): boolean {
    if (now < this.nextListAt) return false;
    const ranked = [...this.bySocket.values()].flatMap((connection, age) => {
      const rank = rankOf(connection);
      return rank === undefined ? [] : [{ connection, rank, age }];
    });
    ranked.sort((a, b) => b.rank - a.rank || b.age - a.age);
    this.victims = ranked.map(({ connection }) => connection);
    const isShort = ranked.length < this.bySocket.size * SHORT_LIST_SHARE;
    this.nextListAt = isShort ? now + SHORT_LIST_MS : now;
    return this.victims.length > 0;
  }

  private close(connection: Connection): void {
    connection.socket.destroy();
    this.forget(connection);
  }

  private forget(connection: Connection): void {
    this.bySocket.delete(connection.socket);
    this.forgetUnproven(connection);
  }

  private unprovenBy(address: string): Set<Connection> {
    const known = this.unprovenOf.get(address) ?? new Set();
    this.unprovenOf.set(address, known);
    return known;
  }

  private forgetUnproven(connection: Connection): void {
    const { address = "" } = connection;
    const own = this.unprovenOf.get(address);
    own?.delete(connection);
    if (own?.size === 0) this.unprovenOf.delete(address);
  }
}

const WAITING_RANKS = { none: 2, authenticated: 4, bank: 5 } as const;

/** How much a connection would be missed, 0 the least; undefined where it must not be closed for another. */
function rankOf({ socket, isStalled, last, proof }: Connection): number | undefined {
  if (isStalled) return proof === "none" ? 0 : 1;
  if (!last?.req.complete) return WAITING_RANKS[proof];
  return proof === "none" && transferOf(socket).isWaiting ? 3 : undefined;
}
