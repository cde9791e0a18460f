/** Guarantee: work about payments of one session shares SQL transactions, and each work has its own outcome. */
import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { type Db, systemDb } from "@/lib/db/client";
import { verifyTotals } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { createIncomingCredit, openTestSession } from "../testing/sessions";
import { recordCredit } from "./record";
import { inSharedTransaction } from "./shared-transaction";

useTestDatabase();

type Session = Awaited<ReturnType<typeof openTestSession>>;

const paymentOf = ({ sessionId }: Session, transactionId: string) => ({
  sessionId,
  transactionId: transactionId as Id<"transaction">,
});

/** Starts a SQL transaction for the session; work that is added before it ends shares the next one. */
const occupy = (session: Session) =>
  inSharedTransaction(paymentOf(session, "first"), ({ sql }) => sql`select pg_sleep(0.1)`);

const readTransactionId = async ({ sql }: Db) => {
  const [row] = await sql<{ id: string }[]>`select pg_current_xact_id()::text as id`;
  return row?.id;
};

const countUp = ({ sql }: Db, { sessionId }: Session) =>
  sql`update session_states set version = version + 1 where session_id = ${sessionId}`;

async function readVersion({ sessionId }: Session): Promise<bigint> {
  const [row] = await systemDb().sql<{ version: bigint }[]>`
    select version from session_states where session_id = ${sessionId}`;
  return row?.version ?? -1n;
}

test("work that arrives while a SQL transaction runs shares the next one, unless it is about another session", async () => {
  const [session, other] = [await openTestSession(), await openTestSession()];
  const first = occupy(session);
  const [one, two, elsewhere] = await Promise.all([
    inSharedTransaction(paymentOf(session, "one"), readTransactionId),
    inSharedTransaction(paymentOf(session, "two"), readTransactionId),
    inSharedTransaction(paymentOf(other, "three"), readTransactionId),
  ]);
  await first;
  expect(two).toBe(one);
  expect(elsewhere).not.toBe(one);
});

test("work about one payment runs in order", async () => {
  const session = await openTestSession();
  const steps: string[] = [];
  const work = (name: string) =>
    inSharedTransaction(paymentOf(session, "one"), async ({ sql }) => {
      steps.push(`${name} begins`);
      await sql`select 1`;
      steps.push(`${name} ends`);
    });
  await Promise.all([occupy(session), work("a"), work("b")]);
  expect(steps).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});

test("work has the async context of its caller", async () => {
  const session = await openTestSession();
  const context = new AsyncLocalStorage<string>();
  const found = ["one", "two"].map((id) =>
    context.run(id, () => inSharedTransaction(paymentOf(session, id), async () => context.getStore())),
  );
  expect(await Promise.all(found)).toEqual(["one", "two"]);
});

test.each<[string, (db: Db) => Promise<unknown>]>([
  ["itself", async () => Promise.reject(new Error("broken"))],
  ["a statement", async ({ sql }) => sql`select broken`],
])("if one work fails by %s, the others are applied once", async (_, fail) => {
  const session = await openTestSession();
  const before = await readVersion(session);
  const [, failed, ...applied] = await Promise.allSettled([
    occupy(session),
    inSharedTransaction(paymentOf(session, "failing"), fail),
    ...["one", "two"].map((id) =>
      inSharedTransaction(paymentOf(session, id), async (db) => {
        for (let statement = 0; statement < 5; statement++) await countUp(db, session);
      }),
    ),
  ]);
  expect(failed).toMatchObject({
    status: "rejected",
    reason: { message: expect.stringContaining("broken") },
  });
  expect(applied.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await readVersion(session)).toBe(before + 10n);
});

test("100 payments and their repeats become successful at the same time, each once", async () => {
  const session = await openTestSession("test", "https://receiver.example/hook");
  const { account, sessionId } = session;
  const keys = Array.from({ length: 100 }, (_, index) => `shared-${index}`);
  const report = (status: "pending" | "successful") => (paymentKey: string) =>
    recordCredit(createIncomingCredit({ account, paymentKey, status }));
  await Promise.all(keys.map(report("pending")));
  // The second report of each has another body: both are applied.
  await Promise.all([...keys, ...keys].map(report("successful")));
  const rows = await systemDb().sql<{ status: string; events: string[] }[]>`
    select t.status, array_agg(d.transaction_status order by d.transaction_status) as events
    from transactions t join webhook_deliveries d on d.session_id = t.session_id and d.transaction_id = t.id
    where t.session_id = ${sessionId} group by t.id, t.status`;
  expect(rows).toEqual(Array(100).fill({ status: "successful", events: ["pending", "successful"] }));
  expect((await verifyTotals({ sessionId })).differences).toEqual([]);
});
