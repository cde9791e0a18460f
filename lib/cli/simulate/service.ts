import { Pool } from "undici";
import type { z } from "zod";
import { Failure } from "@/lib/core/errors/errors";
import { Reconciliation } from "@/lib/reconciliation/contract";
import { Session } from "@/lib/sessions/contract";
import { Transaction } from "@/lib/transactions/contract";

/** Number of connections, as from a bank's many machines. */
const CONNECTIONS = 64;
const TIMEOUT_MS = 15_000;

interface Answer {
  status: number;
  text: string;
}

/** An HTTP client of a running service, for its API and its bank webhook. */
export class Service {
  private readonly pool: Pool;
  private readonly prefix: string;

  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {
    const { origin, pathname } = new URL(url);
    this.pool = new Pool(origin, {
      connections: CONNECTIONS,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    this.prefix = pathname.replace(/\/$/, "");
  }

  /** Creates a session (§4.1). Throws `Failure` if the service rejects or does not answer. */
  async openSession(body: object): Promise<z.output<typeof Session>> {
    const headers = { "x-api-key": this.apiKey, "content-type": "application/json" };
    return Session.parse(await this.data("POST", "/v1/sessions", headers, JSON.stringify(body)));
  }

  /** Gets a session (§4.2). */
  async getSession(sessionId: string): Promise<z.output<typeof Session>> {
    return Session.parse(await this.data("GET", `/v1/sessions/${sessionId}`, { "x-api-key": this.apiKey }));
  }

  /** Gets a session's reconciliation summary (§4.11). */
  async getReconciliation(sessionId: string): Promise<z.output<typeof Reconciliation>> {
    const path = `/v1/reconciliation/${sessionId}`;
    return Reconciliation.parse(await this.data("GET", path, { "x-api-key": this.apiKey }));
  }

  /** Lists every transaction of a session (§4.9). */
  async listTransactions(sessionId: string): Promise<z.output<typeof Transaction>[]> {
    const path = `/v1/transactions?session_id=${sessionId}&limit=1000000`;
    return Transaction.array().parse(await this.data("GET", path, { "x-api-key": this.apiKey }));
  }

  /** Posts a bank notification (§4.13); returns whether it was acknowledged. Never throws. */
  async postNotification(notification: { headers: Record<string, string>; body: string }): Promise<boolean> {
    try {
      const { status } = await this.send(
        "POST",
        "/v1/webhooks/bank",
        notification.headers,
        notification.body,
      );
      return status >= 200 && status < 300;
    } catch {
      return false;
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async send(
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<Answer> {
    const answer = await this.pool.request({ method, path: this.prefix + path, headers, body });
    return { status: answer.statusCode, text: await answer.body.text() };
  }

  private async data(
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<unknown> {
    let answer: Answer;
    try {
      answer = await this.send(method, path, headers, body);
    } catch (cause) {
      const detail = `The service does not answer at ${this.url}. Start it, or say with --url where it is.`;
      throw new Failure("unavailable", { detail, cause });
    }
    return readEnvelope(method, path, answer);
  }
}

function readEnvelope(method: string, path: string, { status, text }: Answer): unknown {
  try {
    const { success, data, detail } = JSON.parse(text);
    if (success === true) return data;
    throw new Error(String(detail));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? "no JSON" : describe(cause);
    throw new Failure("unavailable", { detail: `${method} ${path} was answered ${status}: ${why}`, cause });
  }
}

const describe = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause));
