import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as a bank's API received it. */
export interface ApiRequest {
  /** `POST /customer?x=1` */
  call: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

/** A response of the API: a status and a body, no response, or a response that breaks off. */
export type ApiResponse =
  | { status: number; body: string | Record<string, unknown>; headers?: Record<string, string> }
  | "silence"
  | "half";

/** Starts a stub of a bank's API on 127.0.0.1 that records its requests. `close` also ends unanswered requests. */
export async function startBankApi(answer: (request: ApiRequest) => ApiResponse) {
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
    if (answered === "half") {
      outgoing.writeHead(200, { "content-length": "100" });
      outgoing.write('{"ok":', () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(answered.status, { "content-type": "application/json", ...answered.headers });
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

/** Creates a handler that responds by method and path; 404 if none is set. */
export function respondByCall(answers: Record<string, ApiResponse>): (request: ApiRequest) => ApiResponse {
  return ({ call }) => answers[call.split("?")[0] ?? ""] ?? { status: 404, body: { message: "not found" } };
}
