import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { request } from "undici";
import { systemDb } from "@/lib/db/client";
import { readBody } from "@/lib/http/request/body";
import { lazyResponse } from "@/lib/http/response/lazy-response";
import { createLimits } from "@/lib/server/connections/limits";
import { openHttpServer } from "@/lib/server/http-server";
import { Recorder } from "@/lib/transactions/recording/batch";
import { insertTransactions } from "@/lib/transactions/recording/insert-transactions";
import { toRecordingRow } from "@/lib/transactions/recording/recording-row";
import { createLeanRecorder, createLeanTables } from "./lean-statement";
import { recordWithPlainSql } from "./plain-sql";
import { readCredit } from "./read-credit";

const LIMIT_BYTES = 1_048_576;
const ACKNOWLEDGEMENT = '{"success":true,"data":{}}';

async function receiveBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Starts a bare `node:http` server that responds after `work` and then calls `after`. */
function bare<T>(work: (body: Buffer, headers: Headers) => Promise<T>, after?: (done: T) => void) {
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    try {
      const headers = new Headers(incoming.headers as Record<string, string>);
      const done = await work(await receiveBody(incoming), headers);
      outgoing.writeHead(200, { "content-type": "application/json" }).end(ACKNOWLEDGEMENT);
      after?.(done);
    } catch (thrown) {
      outgoing.writeHead(500).end(String(thrown));
    }
  };
  return createServer((incoming, outgoing) => void answer(incoming, outgoing));
}

/** Each floor by its name on the command line. */
const FLOORS: Record<string, (port: number) => unknown> = {
  empty: (port) => bare(async () => undefined).listen(port, "127.0.0.1"),
  alone: (port) =>
    bare((body, headers) => recordWithPlainSql(toRecordingRow(readCredit(body, headers), 0))).listen(
      port,
      "127.0.0.1",
    ),
  together: (port) => {
    const recorder = new Recorder((inputs) => insertTransactions(systemDb(), inputs));
    return bare((body, headers) => recorder.record(toRecordingRow(readCredit(body, headers), 0))).listen(
      port,
      "127.0.0.1",
    );
  },
  lean: async (port) => {
    await createLeanTables();
    const record = createLeanRecorder();
    bare((body, headers) => record(toRecordingRow(readCredit(body, headers), 0))).listen(port, "127.0.0.1");
  },
  sender: (port) => openSender(port),
  server: (port) => openServerWithoutRecording(port),
};

/**
 * Records as `together` does, and after the response POSTs the event to the receiver of its account, without
 * storing, signing or retrying it.
 */
function openSender(port: number) {
  const recorder = new Recorder((inputs) => insertTransactions(systemDb(), inputs));
  const receivers: Record<string, string> = JSON.parse(process.env.BENCH_RECEIVERS ?? "{}");
  const record = async (body: Buffer, headers: Headers) => {
    const input = toRecordingRow(readCredit(body, headers), 0);
    return { input, ...(await recorder.record(input)) };
  };
  const post = async ({ input, sessionId }: Awaited<ReturnType<typeof record>>) => {
    const answer = await request(receivers[input.account] ?? "", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: `{"event":"transaction.received","session_id":"${sessionId}","data":${input.event_data}}`,
    });
    await answer.body.dump();
  };
  return bare(record, (recorded) => void post(recorded).catch(() => undefined)).listen(port, "127.0.0.1");
}

/** The product's HTTP server and route wrapper, up to the point at which the product would record. */
function openServerWithoutRecording(port: number) {
  const handler = async (incoming: Request) => {
    readCredit(await readBody(incoming, () => LIMIT_BYTES), incoming.headers);
    return lazyResponse(200, ACKNOWLEDGEMENT, { "content-type": "application/json" });
  };
  const empty = async () => lazyResponse(200, ACKNOWLEDGEMENT, { "content-type": "application/json" });
  const notFound = async () => new Response(null, { status: 404 });
  return openHttpServer({
    host: "127.0.0.1",
    port,
    api: {
      routes: [
        { path: "/v1/webhooks/bank", handlers: { POST: handler } },
        { path: "/v1/empty", handlers: { GET: empty } },
      ],
      notFound,
      methodNotAllowed: () => notFound,
    },
    pages: {
      handle: async (_incoming, outgoing) => void outgoing.writeHead(404).end(),
      close: async () => undefined,
    },
    limits: createLimits(LIMIT_BYTES),
  });
}

const [name = "", port = ""] = process.argv.slice(2);
FLOORS[name]?.(Number(port));
