/** Guarantee: a receiver gets the events of one transaction in the order of its statuses, by whichever way they go. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { deliverDue, startSender, stopSender } from "@/lib/webhooks";
import { addSecret, claimAll, passTime } from "@/lib/webhooks/testing/deliveries";
import { type Answer, startReceiver } from "@/lib/webhooks/testing/receiver";
import { recordCredit } from "./record";
import { incoming, openTestSession } from "./testing/sessions";

process.env.WEBHOOK_TIMEOUT_MS = "2000";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "60000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

const stops: Array<() => Promise<void>> = [stopSender];
beforeEach(async () => {
  await systemDb().sql`delete from deliveries`;
});
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
});

/** One request as the receiver saw it, with the times of its arrival and of its end. */
interface Seen {
  transaction: string;
  status: string;
  startedAt: number;
  endedAt: number;
}

/** A session whose receiver answers each request as `answerOf` says, after a time. */
async function setUp(answerOf: (seen: Seen) => { afterMs: number; status?: number }) {
  const seen: Seen[] = [];
  const answer: Answer = (response, _number, { body }) => {
    const { id: transaction, status } = JSON.parse(body.toString()).data;
    const one: Seen = {
      transaction,
      status,
      startedAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY,
    };
    seen.push(one);
    const { afterMs, status: code = 200 } = answerOf(one);
    response.on("close", () => {
      one.endedAt = performance.now();
    });
    setTimeout(() => response.writeHead(code).end(), afterMs);
  };
  const receiver = await startReceiver(answer);
  const session = await openTestSession("test", receiver.url);
  await addSecret(session.scope.organisationId, newSigningSecret(), null);
  const pay = (paymentKey: string, status: "pending" | "successful") =>
    recordCredit(incoming({ account: session.account, paymentKey, status }));
  return { seen, pay };
}

const soon = (check: () => unknown, timeoutMs = 8_000) =>
  vi.waitFor(check, { timeout: timeoutMs, interval: 10 });

/** Fails where a final status came before the first request with `pending` had ended. */
function expectOrder(seen: Seen[]): void {
  for (const final of seen.filter(({ status }) => status !== "pending")) {
    const first = seen.find(
      ({ transaction, status }) => transaction === final.transaction && status === "pending",
    );
    expect(first?.endedAt, `the end of pending of ${final.transaction}`).toBeLessThanOrEqual(final.startedAt);
  }
}

test("a final status waits until a slow receiver has answered the pending one, which was handed over", async () => {
  const { seen, pay } = await setUp(() => ({ afterMs: 300 }));
  startSender();
  await pay("slow", "pending");
  await pay("slow", "successful");
  await soon(() => expect(seen.map(({ status }) => status)).toEqual(["pending", "successful"]));
  expectOrder(seen);
  const [first, second] = seen;
  // It goes by the end of that attempt, not by the end of its lease.
  expect((second?.startedAt ?? 0) - (first?.endedAt ?? 0)).toBeLessThan(1_500);
});

test("a final status goes at once after the pending one failed, whose retry is a minute away", async () => {
  const { seen, pay } = await setUp(({ status }) => ({
    afterMs: 100,
    status: status === "pending" ? 500 : 200,
  }));
  startSender();
  await pay("failing", "pending");
  await pay("failing", "successful");
  await soon(() => expect(seen.map(({ status }) => status)).toEqual(["pending", "successful"]));
  expectOrder(seen);
});

test("a final status goes once the pending one has timed out", async () => {
  const { seen, pay } = await setUp(({ status }) => ({ afterMs: status === "pending" ? 10_000 : 0 }));
  startSender();
  await pay("hanging", "pending");
  await pay("hanging", "successful");
  await soon(() => expect(seen.map(({ status }) => status)).toEqual(["pending", "successful"]));
  expectOrder(seen);
});

test("a final status waits for the lease of a sender that died with the pending one", async () => {
  const { seen, pay } = await setUp(() => ({ afterMs: 0 }));
  await pay("dead", "pending");
  expect(await claimAll()).toHaveLength(1);
  await pay("dead", "successful");
  expect(await deliverDue({ budgetMs: 3_000 })).toMatchObject({ attempted: 0 });
  expect(seen).toEqual([]);
  await passTime();
  expect(await deliverDue({ budgetMs: 3_000 })).toMatchObject({ delivered: 2 });
  expect(seen.map(({ status }) => status).sort()).toEqual(["pending", "successful"]);
});

test("a sender sleeps while a final status waits for a slow receiver", async () => {
  const { seen, pay } = await setUp(() => ({ afterMs: 1_500 }));
  startSender();
  await pay("asleep", "pending");
  await pay("asleep", "successful");
  await soon(() => expect(seen).toHaveLength(1));
  const statements = async () => {
    const [row] = await systemDb().sql<{ count: number }[]>`
      select xact_commit::int as count from pg_stat_database where datname = current_database()`;
    return row?.count ?? 0;
  };
  const before = await statements();
  await soon(() => expect(seen).toHaveLength(2));
  // One that looked every 20 ms would make more than a hundred.
  expect((await statements()) - before).toBeLessThan(40);
});

/** Starts a second sender that shares nothing with the first but the database, as in another process. */
async function startOtherSender(): Promise<void> {
  vi.resetModules();
  const held = ["sender", "lanes"].map((name) => Symbol.for(`takings.${name}`));
  const own = held.map((key) => Reflect.get(globalThis, key));
  for (const key of held) Reflect.deleteProperty(globalThis, key);
  const other = await import("@/lib/webhooks");
  for (const [index, key] of held.entries()) Reflect.set(globalThis, key, own[index]);
  expect(other.startSender).not.toBe(startSender);
  other.startSender();
  stops.push(other.stopSender);
}

test.each([1, 2])(
  "forty transactions that become final at once keep their order with %i sender(s)",
  async (senders) => {
    // Slow by turns, and failing now and then, too rarely for the endpoint to count as failing.
    const { seen, pay } = await setUp(({ status }) => ({
      afterMs: [0, 15, 60, 120][seen.length % 4] ?? 0,
      status: seen.length % 10 === 5 && status === "pending" ? 503 : 200,
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
      expect(new Set(seen.map(({ transaction, status }) => transaction + status)).size).toBe(80),
    );
    expectOrder(seen);
  },
  30_000,
);
