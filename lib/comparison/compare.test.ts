/** Guarantee: each event's rows of a comparison add up to its total, by every breakdown, and only own events are compared. */
import { beforeEach, expect, test } from "vitest";
import type { Id } from "@/lib/core/ids";
import { COMMAND_LINE } from "@/lib/core/scope";
import { HOUR_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { addOperator, assignOperator } from "@/lib/operators";
import { indexNextTransactions } from "@/lib/payment-search";
import { closeSession } from "@/lib/sessions";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openSessionOf, openTestSession } from "@/lib/transactions/testing/sessions";
import { ComparisonQuery } from "./contract";
import { compareEvents } from "./index";
import { COMPARISONS, type ComparisonKind } from "./labels";

useTestDatabase();

type Session = Awaited<ReturnType<typeof openTestSession>>;
const START = new Date("2026-11-20T19:00:00Z");
let first: Session;
let second: Session;
beforeEach(async () => {
  first = await openTestSession();
  second = await openSessionOf(first.scope);
  await systemDb().sql`update sessions set starts_at = ${START} where session_id = ${first.sessionId}`;
});

const record = ({ account }: Session, credit: Parameters<typeof createIncomingCredit>[0] = {}) =>
  recordCredit(createIncomingCredit({ account, ...credit }));
const after = (hours: number) => new Date(START.getTime() + hours * HOUR_MS);
const compare = (by: ComparisonKind, ids: Id<"session">[] = [first.sessionId, second.sessionId]) =>
  compareEvents(first.scope, ComparisonQuery.parse({ events: ids.join(","), by }));
const table = async (by: ComparisonKind) =>
  (await compare(by)).rows.map(({ label, values }) => [label, ...values.map(({ amount }) => amount)]);

/** Records payments of both events and assigns an operator of the same name in both. */
async function fill() {
  for (const { sessionId, terminalId } of [first, second]) {
    const details = { name: "Ngozi Eze", email: undefined, phone: undefined, role: undefined };
    const { id } = await addOperator(first.scope, sessionId, details);
    await assignOperator(COMMAND_LINE, {
      terminalId,
      operatorId: id,
      from: new Date("2026-11-01T00:00:00Z"),
    });
  }
  await record(first, { amount: 100n, paidAt: after(-30) });
  await record(first, { amount: 200n, paidAt: after(0) });
  await record(first, { amount: 400n, paidAt: after(2.5), channel: "pos", devices: [first.terminalId] });
  await record(first, { amount: 800n, paidAt: after(60) });
  await record(first, { amount: 50_000n, paidAt: after(1), status: "failed" });
  // Without a start the hours count from the first payment.
  await record(second, { amount: 1_000n, paidAt: after(24) });
  await record(second, { amount: 2_000n, paidAt: after(24.9), channel: "pos", devices: [second.terminalId] });
}

test("the hours of an event without a start begin with its first payment, also in the middle of a minute", async () => {
  const at = (time: string) => new Date(`2026-11-20T${time}Z`);
  await record(second, { amount: 100n, paidAt: at("19:00:45") });
  await record(second, { amount: 200n, paidAt: at("19:00:50") });
  await record(second, { amount: 400n, paidAt: at("20:00:10") });
  await record(second, { amount: 800n, paidAt: at("20:00:59") });
  expect(await table("hour")).toEqual([
    ["Hour 1", 0n, 300n],
    ["Hour 2", 0n, 1_200n],
  ]);
});

test.each([false, true])(
  "compares by hour, channel, terminal and operator (indexed: %s)",
  async (isIndexed) => {
    await fill();
    if (isIndexed) for (const { sessionId } of [first, second]) await indexNextTransactions(sessionId);
    expect(await table("hour")).toEqual([
      ["Before the start", 100n, 0n],
      ["Hour 1", 200n, 3_000n],
      ["Hour 2", 0n, 0n],
      ["Hour 3", 400n, 0n],
      ["After 48 hours", 800n, 0n],
    ]);
    expect(await table("channel")).toEqual([
      ["Bank transfer", 1_100n, 1_000n],
      ["POS", 400n, 2_000n],
    ]);
    expect(await table("terminal")).toEqual([
      ["Terminal 1", 400n, 2_000n],
      ["No terminal", 1_100n, 1_000n],
    ]);
    expect(await table("operator")).toEqual([
      ["Ngozi Eze", 400n, 2_000n],
      ["Unassigned", 1_100n, 1_000n],
    ]);
  },
);

test.each(Object.keys(COMPARISONS) as ComparisonKind[])(
  "by %s each event's rows add up to its total, also with a time that no chart shows",
  async (by) => {
    await fill();
    await record(first, { amount: 7n, paidAt: after(3) });
    await systemDb()
      .sql`update transactions set paid_at = '1999-01-01' where session_id = ${first.sessionId} and amount = 7`;
    const { events, rows } = await compare(by);
    expect(events.map(({ total }) => total)).toEqual([
      { count: 5, amount: 1_507n },
      { count: 2, amount: 3_000n },
    ]);
    for (const [nth, { total }] of events.entries()) {
      const sum = { count: 0, amount: 0n };
      for (const { values } of rows) {
        sum.count += values[nth]?.count ?? 0;
        sum.amount += values[nth]?.amount ?? 0n;
      }
      expect(sum).toEqual(total);
    }
    if (by === "hour") expect(rows.at(-1)?.label).toBe("Time unknown");
  },
);

test("each event has its own times and its phase; the hours of one without a start count from its first payment", async () => {
  await record(second, { amount: 1_000n, paidAt: after(24) });
  const ends = after(8);
  await systemDb().sql`update sessions set ends_at = ${ends} where session_id = ${first.sessionId}`;
  await closeSession(first.scope, first.sessionId);
  const { events } = await compare("hour");
  expect(events).toMatchObject([
    { starts_at: START, schedule: { phase: "closed", starts_at: START, ends_at: ends } },
    { starts_at: after(24), schedule: { phase: "live", starts_at: null, ends_at: null, closed_at: null } },
  ]);
  expect(events[0]?.schedule.closed_at).toBeInstanceOf(Date);
});

test("an event of another organisation looks like an unknown one, alone and beside an own one", async () => {
  const stranger = await openTestSession();
  const unknown = "ses_01m7wja30291e5wma656tpsg5t" as Id<"session">;
  for (const id of [stranger.sessionId, unknown]) {
    await expect(compare("hour", [id])).rejects.toMatchObject({ code: "not_found" });
    await expect(compare("hour", [first.sessionId, id])).rejects.toMatchObject({ code: "not_found" });
  }
  const otherMode = { ...first.scope, mode: "live" as const };
  const query = ComparisonQuery.parse({ events: first.sessionId });
  await expect(compareEvents(otherMode, query)).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  "",
  "ses_",
  "a,b",
  Array.from({ length: 6 }, (_, n) => `ses_01m7wja30291e5wma656tpsg${n}t`).join(","),
])("the events %j are refused", (events) => {
  expect(ComparisonQuery.safeParse({ events }).error?.issues[0]?.message).toBe(
    "must be 1 to 5 ids of events",
  );
});
