import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A received request. */
interface Received {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers one request. */
type Step = (response: ServerResponse) => void;

/** Answers with JSON. */
export const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Step =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

/** Answers with an error of the service. */
export const refuse = (status: number, code: string, headers: Record<string, string> = {}): Step =>
  answer(
    status,
    {
      success: false,
      code,
      detail: `${code}.`,
      request_id: "req_1",
      type: `http://localhost/docs/errors#${code}`,
    },
    { "content-type": "application/problem+json", ...headers },
  );

/** Closes the connection without an answer. */
export const cut: Step = (response) => response.destroy();

/** Starts a server that answers one request after the other as listed, until the test ends. */
export async function startScriptedServer(steps: Step[]): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { method = "", url = "", headers } = request;
    const step = steps[received.push({ method, url, headers, body }) - 1];
    if (step) step(response);
    else response.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
}
