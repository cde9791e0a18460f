import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { freePort } from "../baselines/start";

/** How a platform treats the events that are sent to it. */
export type Manner = "takes" | "hangs" | "refuses" | "fails" | "drips";

/** Called with each event that a platform took, whole. */
export type OnEvent = (body: string, at: number) => void;

const DRIP_MS = 1_000;

/** A platform's endpoint, on a port of its own in this process, so that one clock times both ends. */
export class Platform {
  private server: Server | undefined;

  private constructor(
    private readonly port: number,
    private manner: Manner,
    private readonly onEvent: OnEvent,
  ) {}

  static async start(manner: Manner, onEvent: OnEvent): Promise<Platform> {
    const platform = new Platform(await freePort(), manner, onEvent);
    await platform.behave(manner);
    return platform;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/events`;
  }

  /** From now on treats events so; what refuses has no port open. */
  async behave(manner: Manner): Promise<void> {
    this.manner = manner;
    if (manner === "refuses") return this.stop();
    if (this.server) return;
    const server = createServer((incoming, outgoing) => void this.answer(incoming, outgoing));
    // Longer than any cell, so that no connection is taken away from under a sender.
    server.keepAliveTimeout = 3_600_000;
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    if (!server) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk);
    } catch {
      return;
    }
    if (this.manner === "takes") {
      this.onEvent(Buffer.concat(chunks).toString(), performance.now());
      outgoing.end("ok");
    } else if (this.manner === "fails") outgoing.writeHead(500).end("no");
    else if (this.manner === "drips") drip(outgoing);
  }
}

/** A byte a second, for ever. */
function drip(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { "content-type": "text/plain" });
  const timer = setInterval(() => outgoing.write("."), DRIP_MS);
  outgoing.on("close", () => clearInterval(timer));
}
