import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a bank's API received it. */
export interface ApiRequest {
  /** `POST /customer?x=1` */
  call: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** What the API answers: a status and a body, or nothing at all. */
export type ApiAnswer = { status: number; body: string | Record<string, unknown> } | "silence";

/** Plays a bank's API on 127.0.0.1 and remembers what it was asked. `close` ends it, silent answers included. */
export async function startBankApi(answer: (request: ApiRequest) => ApiAnswer) {
  const requests: ApiRequest[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const request = {
      call: `${incoming.method} ${incoming.url}`,
      headers: incoming.headers,
      body: text === "" ? {} : JSON.parse(text),
    };
    requests.push(request);
    const answered = answer(request);
    if (answered === "silence") return;
    outgoing.writeHead(answered.status, { "content-type": "application/json" });
    outgoing.end(typeof answered.body === "string" ? answered.body : JSON.stringify(answered.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers by the call's method and path; 404 where none is set. */
export function byCall(answers: Record<string, ApiAnswer>): (request: ApiRequest) => ApiAnswer {
  return ({ call }) => answers[call.split("?")[0] ?? ""] ?? { status: 404, body: { message: "not found" } };
}
