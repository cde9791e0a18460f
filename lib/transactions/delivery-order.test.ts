/** Guarantee: a receiver gets the events of one transaction in the order of its statuses, sent immediately or from the queue. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { deliverDue, startSender, stopSender } from "@/lib/webhooks";
import { addSecret, claimAll, makeAllDue } from "@/lib/webhooks/testing/deliveries";
import { type Answer, startReceiver } from "@/lib/webhooks/testing/receiver";
import { recordCredit } from "./recording/record";
import { createIncomingCredit, openTestSession } from "./testing/sessions";

process.env.WEBHOOK_TIMEOUT_MS = "2000";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "60000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

const stops: Array<() => Promise<void>> = [stopSender];
beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

/** One request as received, with its start and end times. */
interface ReceivedRequest {
  transaction: string;
  status: string;
  startedAt: number;
  endedAt: number;
}

/** Creates a session whose receiver answers each request with the status and delay that `respond` returns. */
async function setUp(respond: (received: ReceivedRequest) => { afterMs: number; status?: number }) {
  const received: ReceivedRequest[] = [];
  const answer: Answer = (response, _number, { body }) => {
    const { id: transaction, status } = JSON.parse(body.toString()).data;
    const one: ReceivedRequest = {
      transaction,
      status,
      startedAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    received.push(one);
    const { afterMs, status: code = 200 } = respond(one);
    response.on("close", () => {
      one.endedAt = performance.now();
    });
    setTimeout(() => response.writeHead(code).end(), afterMs);
  };
  const receiver = await startReceiver(answer);
  const session = await openTestSession("test", receiver.url);
  await addSecret(session.scope.organisationId, newSigningSecret(), null);
  const pay = (paymentKey: string, status: "pending" | "successful") =>
    recordCredit(createIncomingCredit({ account: session.account, paymentKey, status }));
  return { received, pay };
}

const soon = (check: () => unknown, timeoutMs = 8_000) =>
  vi.waitFor(check, { timeout: timeoutMs, interval: 10 });

/** Fails if a final status was sent before the first request with `pending` had ended. */
function expectOrder(received: ReceivedRequest[]): void {
  for (const final of received.filter(({ status }) => status !== "pending")) {
    const first = received.find(
      ({ transaction, status }) => transaction === final.transaction && status === "pending",
    );
    expect(first?.endedAt, `the end of pending of ${final.transaction}`).toBeLessThanOrEqual(final.startedAt);
  }
}

test("a final status waits until a slow receiver has answered the pending one that was sent immediately", async () => {
  const { received, pay } = await setUp(() => ({ afterMs: 300 }));
  startSender();
  await pay("slow", "pending");
  await pay("slow", "successful");
  await soon(() => expect(received.map(({ status }) => status)).toEqual(["pending", "successful"]));
  expectOrder(received);
  const [first, second] = received;
  // It is sent when that attempt ends, not when its lease expires.
  expect((second?.startedAt ?? 0) - (first?.endedAt ?? 0)).toBeLessThan(1_500);
});

test("a final status is sent as soon as the pending one failed, without waiting for its retry", async () => {
  const { received, pay } = await setUp(({ status }) => ({
    afterMs: 100,
    status: status === "pending" ? 500 : 200,
  }));
  startSender();
  await pay("failing", "pending");
  await pay("failing", "successful");
  await soon(() => expect(received.map(({ status }) => status)).toEqual(["pending", "successful"]));
  expectOrder(received);
});

test("a final status is sent once the pending one has timed out", async () => {
  const { received, pay } = await setUp(({ status }) => ({ afterMs: status === "pending" ? 10_000 : 0 }));
  startSender();
  await pay("hanging", "pending");
  await pay("hanging", "successful");
  await soon(() => expect(received.map(({ status }) => status)).toEqual(["pending", "successful"]));
  expectOrder(received);
});

test("a final status waits until the lease of a crashed sender's pending one expires", async () => {
  const { received, pay } = await setUp(() => ({ afterMs: 0 }));
  await pay("dead", "pending");
  expect(await claimAll()).toHaveLength(1);
  await pay("dead", "successful");
  expect(await deliverDue({ budgetMs: 3_000 })).toMatchObject({ attempted: 0 });
  expect(received).toEqual([]);
  await makeAllDue();
  expect(await deliverDue({ budgetMs: 3_000 })).toMatchObject({ delivered: 2 });
  expect(received.map(({ status }) => status).sort()).toEqual(["pending", "successful"]);
});

test("a sender does not poll while a final status waits for a slow receiver", async () => {
  const { received, pay } = await setUp(() => ({ afterMs: 1_500 }));
  startSender();
  await pay("asleep", "pending");
  await pay("asleep", "successful");
  await soon(() => expect(received).toHaveLength(1));
  const statements = async () => {
    const [row] = await systemDb().sql<{ count: number }[]>`
      select xact_commit::int as count from pg_stat_database where datname = current_database()`;
    return row?.count ?? 0;
  };
  const before = await statements();
  await soon(() => expect(received).toHaveLength(2));
  // Polling every 20 ms would make more than a hundred statements.
  expect((await statements()) - before).toBeLessThan(40);
});

/** Starts a second sender that shares only the database with the first, as in another process. */
async function startOtherSender(): Promise<void> {
  vi.resetModules();
  const keys = ["sender", "concurrency-limits"].map((name) => Symbol.for(`takings.${name}`));
  const own = keys.map((key) => Reflect.get(globalThis, key));
  for (const key of keys) Reflect.deleteProperty(globalThis, key);
  const other = await import("@/lib/webhooks");
  for (const [index, key] of keys.entries()) Reflect.set(globalThis, key, own[index]);
  expect(other.startSender).not.toBe(startSender);
  other.startSender();
  stops.push(other.stopSender);
}

test.each([1, 2])(
  "events of forty concurrent transactions keep their order with %i sender(s)",
  async (senders) => {
    // Varying delays, and occasional failures, too rare for the endpoint to count as failing.
    const { received, pay } = await setUp(({ status }) => ({
      afterMs: [0, 15, 60, 120][received.length % 4] ?? 0,
      status: received.length % 10 === 5 && status === "pending" ? 503 : 200,
    }));
    startSender();
    if (senders === 2) await startOtherSender();
    const keys = Array.from({ length: 40 }, (_, index) => `rush-${senders}-${index}`);
    await Promise.all(
      keys.map(async (key) => {
        await pay(key, "pending");
        await pay(key, "successful");
      }),
    );
    await soon(() =>
      expect(new Set(received.map(({ transaction, status }) => transaction + status)).size).toBe(80),
    );
    expectOrder(received);
  },
  30_000,
);
