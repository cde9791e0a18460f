import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";

/** A response: the status, 0 if the connection broke first, and the time of its last byte. */
export type ConnectionResponse = (status: number, at: number) => void;

const BUFFER_BYTES = 65_536;
const CHUNKED = -1;

/** Finds how a body ends: after this many bytes, or with the last chunk. */
function lengthOf(head: string): number {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length === undefined ? CHUNKED : Number(length);
}

/**
 * A keep-alive connection with at most one request in flight. It parses only as much HTTP as finding the end of a
 * response requires, and reuses one buffer, to leave the processor to the server and its database.
 */
export class Connection {
  private head = "";
  private left: number | undefined;
  private status = 0;
  private tail = "";
  private done: ConnectionResponse | undefined;
  private isOpen = true;

  private constructor(private readonly socket: Socket) {}

  /** Resolves once connected; rejects if the connection is refused. */
  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
      let connection: Connection | undefined;
      const socket = connect({
        port,
        host: "127.0.0.1",
        noDelay: true,
        onread: {
          buffer,
          callback: (bytes) => {
            connection?.take(buffer, 0, bytes);
            return true;
          },
        },
      });
      socket.once("error", reject);
      socket.once("connect", () => {
        connection = new Connection(socket);
        const opened = connection;
        socket.on("error", () => undefined);
        socket.once("close", () => opened.break());
        resolve(opened);
      });
    });
  }

  get isUsable(): boolean {
    return this.isOpen;
  }

  send(request: Buffer, done: ConnectionResponse): void {
    this.done = done;
    if (this.isOpen) this.socket.write(request);
    else this.finish(0);
  }

  close(): void {
    this.isOpen = false;
    this.socket.destroy();
  }

  private break(): void {
    this.isOpen = false;
    this.finish(0);
  }

  private finish(status: number): void {
    const done = this.done;
    this.done = undefined;
    this.head = "";
    this.tail = "";
    this.left = undefined;
    done?.(status, performance.now());
  }

  private take(received: Buffer, from: number, to: number): void {
    if (this.left === undefined) {
      this.head += received.toString("latin1", from, to);
      const end = this.head.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.status = Number(this.head.slice(9, 12));
      this.left = lengthOf(this.head.slice(0, end));
      this.takeBody(received, to - (this.head.length - end - 4), to);
    } else this.takeBody(received, from, to);
  }

  private takeBody(received: Buffer, from: number, to: number): void {
    if (this.left === CHUNKED) {
      this.tail = (this.tail + received.toString("latin1", Math.max(from, to - 5), to)).slice(-5);
      if (this.tail === "0\r\n\r\n") this.finish(this.status);
      return;
    }
    this.left = (this.left ?? 0) - (to - from);
    if (this.left <= 0) this.finish(this.status);
  }
}
