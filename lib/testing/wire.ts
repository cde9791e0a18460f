import { connect, createServer, type Socket } from "node:net";

/** A way to a server that can be cut or clogged, as cables, firewalls and frozen machines do. */
export interface Wire {
  port: number;
  /** How many connections go through it now. */
  readonly count: number;
  /** Carries nothing any more on the connections there are, the first `count` of them, without closing any. */
  clog(count?: number): void;
  /** The same for connections to come, until `mend`. */
  clogAll(): void;
  /** Breaks every connection and refuses new ones until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a wire on a free port of this machine to a port of it. */
export async function openWire(target: number): Promise<Wire> {
  const ends = new Set<[Socket, Socket]>();
  let isClogged = false;
  const clogEnds = (pair: [Socket, Socket]) => {
    for (const end of pair) end.unpipe().pause();
  };
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: "127.0.0.1", allowHalfOpen: true });
    const pair: [Socket, Socket] = [near, far];
    ends.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        ends.delete(pair);
        to.destroy();
      });
    }
    if (isClogged) clogEnds(pair);
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has no port");
  const { port } = address;
  const cut = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const pair of ends) for (const end of pair) end.destroy();
    await closed;
  };
  return {
    port,
    get count() {
      return ends.size;
    },
    clog: (count = ends.size) => [...ends].slice(0, count).forEach(clogEnds),
    clogAll: () => {
      isClogged = true;
      ends.forEach(clogEnds);
    },
    cut,
    mend: async () => {
      isClogged = false;
      if (!server.listening) await listen(port);
    },
    close: async () => {
      if (server.listening) await cut();
    },
  };
}
