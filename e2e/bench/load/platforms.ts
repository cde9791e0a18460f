import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { freePort } from "../baselines/start";

/** How a platform responds to the events that it is sent. */
export type ReceiverBehaviour = "takes" | "hangs" | "refuses" | "fails" | "drips";

/** Called with each event that a platform has received completely. */
export type OnEvent = (body: string, at: number) => void;

const DRIP_MS = 1_000;

/** A platform's webhook endpoint, on its own port in this process, so that one clock measures both ends. */
export class Platform {
  private server: Server | undefined;

  private constructor(
    private readonly port: number,
    private behaviour: ReceiverBehaviour,
    private readonly onEvent: OnEvent,
  ) {}

  static async start(behaviour: ReceiverBehaviour, onEvent: OnEvent): Promise<Platform> {
    const platform = new Platform(await freePort(), behaviour, onEvent);
    await platform.behave(behaviour);
    return platform;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/events`;
  }

  /** Sets how the following events are answered. For `refuse`, the port is closed. */
  async behave(behaviour: ReceiverBehaviour): Promise<void> {
    this.behaviour = behaviour;
    if (behaviour === "refuses") return this.stop();
    if (this.server) return;
    const server = createServer((incoming, outgoing) => void this.answer(incoming, outgoing));
    // Longer than any cell, so that no connection is closed while a sender uses it.
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
    if (this.behaviour === "takes") {
      this.onEvent(Buffer.concat(chunks).toString(), performance.now());
      outgoing.end("ok");
    } else if (this.behaviour === "fails") outgoing.writeHead(500).end("no");
    else if (this.behaviour === "drips") drip(outgoing);
  }
}

/** Sends one byte a second without end. */
function drip(outgoing: ServerResponse): void {
  outgoing.writeHead(200, { "content-type": "text/plain" });
  const timer = setInterval(() => outgoing.write("."), DRIP_MS);
  outgoing.on("close", () => clearInterval(timer));
}
