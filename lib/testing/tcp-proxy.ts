import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy to a server that can drop connections or stall, as cables, firewalls and frozen machines do. */
export interface TcpProxy {
  port: number;
  /** The number of open connections. */
  readonly count: number;
  /** Stalls the open connections, or the first `count` of them, without closing any. */
  stall(count?: number): void;
  /** Also stalls new connections, until `mend`. */
  stallAll(): void;
  /** Closes every connection and rejects new ones until `mend`. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy on a free local port to another local port. `onConnected` gets the two ends of each connection. */
export async function startTcpProxy(
  target: number,
  onConnected: (near: Socket, far: Socket) => void = () => undefined,
): Promise<TcpProxy> {
  const pairs = new Set<[Socket, Socket]>();
  let isStalled = false;
  const stall = (pair: [Socket, Socket]) => {
    for (const end of pair) end.unpipe().pause();
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    onConnected(near, far);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        pairs.delete(pair);
        to.destroy();
      });
    }
    if (isStalled) stall(pair);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port");
  const { port } = address;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const pair of pairs) for (const end of pair) end.destroy();
    await closed;
  };
  return {
    port,
    get count() {
      return pairs.size;
    },
    stall: (count = pairs.size) => [...pairs].slice(0, count).forEach(stall),
    stallAll: () => {
      isStalled = true;
      pairs.forEach(stall);
    },
    cut,
    restore: async () => {
      isStalled = false;
      if (!server.listening) await listen(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
