/** Guarantee: one trace contains a payment from its notification to the attempts to deliver its event, also after a restart. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { verifyingSecret } from "@/lib/bank";
import { composePayment } from "@/lib/bank/testing/emulators/notifications";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { forBank } from "@/lib/endpoints/bank";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { deliverDue, startSender, stopSender } from "@/lib/webhooks";
import { addSecret } from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { startTracing, stopTracing } from "./opentelemetry";

/** What the collector reads of a span, in the JSON of OTLP. */
const Spans = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.number(),
              status: z.object({ code: z.number().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});
type Span = z.output<typeof Spans>["resourceSpans"][number]["scopeSpans"][number]["spans"][number];

const collected: Span[] = [];
const bodies: string[] = [];
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  bodies.push(text);
  if (request.url === "/v1/traces" && request.headers["content-type"] === "application/json") {
    const { resourceSpans } = Spans.parse(JSON.parse(text));
    collected.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)));
  }
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
afterAll(() => collector.close());

process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
process.env.WEBHOOK_ALLOW_HTTP = "true";
useTestDatabase();

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
let session: Awaited<ReturnType<typeof openTestSession>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let answer = 200;

beforeAll(startTracing);
beforeEach(async () => {
  answer = 200;
  receiver = await startReceiver((response) => response.writeHead(answer).end());
  session = await openTestSession("test", receiver.url);
  await addSecret(session.scope.organisationId, newSigningSecret(), null);
});

let payments = 0;
/** Posts the notification of a payment within a caller's trace. */
async function pay(): Promise<void> {
  const payment = {
    key: `traced-${++payments}`,
    amount: 10_000n,
    account: session.account,
    senderName: "Ngozi Obi",
    narration: "Ticket",
    paidAt: new Date(),
  };
  const { headers, body } = composePayment(
    "paystack",
    payment as Parameters<typeof composePayment>[1],
    verifyingSecret("paystack", "test") ?? "",
  );
  const request = new Request("http://localhost/v1/webhooks/bank", {
    method: "POST",
    headers: { ...headers, traceparent: `00-${TRACE}-${CALLER}-01` },
    body,
  });
  expect((await forBank(request, { params: Promise.resolve({}) })).status).toBe(200);
}

/** The spans of the caller's trace as a tree: each name with those below it. */
function treeBelow(parent: string): unknown[] {
  return collected
    .filter((span) => span.traceId === TRACE && span.parentSpanId === parent)
    .map(({ name, spanId }) => [name, ...treeBelow(spanId)]);
}

const spansOf = (name: string) =>
  collected.filter((span) => span.name === name && span.traceId === TRACE).map(({ spanId }) => spanId);

test("a payment is one trace from the notification to the attempts, of which one is made after a restart", async () => {
  startSender();
  answer = 500;
  await pay();
  await expect.poll(() => receiver.received.length).toBe(1);
  // The process stops and another one continues: its only data of the trace are in the database.
  await stopSender();
  answer = 200;
  await systemDb().sql`update webhook_deliveries set due_at = clock_timestamp() - interval '1 second'`;
  await deliverDue({ budgetMs: 5_000 });
  await expect.poll(() => receiver.received.length).toBe(2);
  // Without a sender the event waits for another process.
  await pay();
  await systemDb()
    .sql`update webhook_deliveries set due_at = clock_timestamp() - interval '1 second' where state = 'pending'`;
  await deliverDue({ budgetMs: 5_000 });
  await stopTracing();
  expect(treeBelow(CALLER)).toEqual([
    ["POST bank webhook", ["record payment", ["commit"], ["send event"], ["send event"]]],
    ["POST bank webhook", ["record payment", ["commit"], ["send event"]]],
  ]);
  const sent = receiver.received.map(({ headers }) => headers.traceparent);
  expect(sent).toEqual(spansOf("send event").map((spanId) => `00-${TRACE}-${spanId}-01`));
  const failed = collected.filter(({ status }) => status.code === 2).map(({ name }) => name);
  expect(failed).toEqual(["send event"]);
  expect(assertDefined(bodies[0], "the collector was called")).toContain('"takings"');
  expect(bodies.join("")).not.toMatch(/Ngozi|0123456789|\/hook|sk_|whsec_/);
});
