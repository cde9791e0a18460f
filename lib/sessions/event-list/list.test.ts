/** Guarantee: the list of events shows each organisation only its own, with totals that agree with reconciliation. */
import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { newId } from "@/lib/core/ids";
import type { MemberRole } from "@/lib/core/roles";
import type { Scope } from "@/lib/core/scope";
import { MINUTE_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { addOperator } from "@/lib/operators";
import { AddOperator } from "@/lib/operators/contract";
import { summariseReconciliation } from "@/lib/reconciliation";
import { useTestDatabase } from "@/lib/testing/database";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit } from "@/lib/transactions/testing/sessions";
import { ChangeEvent, EventsQuery } from "../contract";
import { changeEvent, closeSession, listEvents } from "../index";
import { createTestEvent, newOrganisation } from "../testing/events";

useTestDatabase();

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
const list = (scope: Scope, query: z.input<typeof EventsQuery> = {}) =>
  listEvents(scope, EventsQuery.parse(query));
const as = (scope: Scope, role: MemberRole): Scope => ({
  ...scope,
  actor: { memberId: newId("member"), email: "a@example.com", name: "A", role },
});

type Opened = Awaited<ReturnType<typeof createTestEvent>>;

function pay(event: Opened, credit: Parameters<typeof createIncomingCredit>[0] = {}) {
  const account = event.collection_account?.account_number ?? "";
  return recordCredit(createIncomingCredit(credit.channel === "pos" ? credit : { account, ...credit }));
}

describe("the list of events", () => {
  let scope: Scope;
  let live: Opened;
  let closed: Opened;

  beforeAll(async () => {
    scope = await newOrganisation();
    live = await createTestEvent(scope, { name: "Ọláídé Live", starts_at: ago(180).toISOString() });
    await changeEvent(scope, live.session_id, ChangeEvent.parse({ venue: "Mapo Hall, Ibadan" }));
    closed = await createTestEvent(scope, { name: "Comedy Fest", external_event_id: "comedy-26" });
    await createTestEvent(scope, { name: "Rooftop", starts_at: ago(-600).toISOString() });
    await createTestEvent(scope, { name: "Carnival", starts_at: ago(-60).toISOString() });
    await createTestEvent(scope, {
      name: "Long over",
      starts_at: ago(600).toISOString(),
      ends_at: ago(60).toISOString(),
    });
    const devices = [live.pos_terminals[0]?.terminal_id ?? ""];
    await pay(live, { amount: 1_250_050n, paidAt: ago(90) });
    await pay(live, { amount: 300n, paidAt: ago(2) });
    await pay(live, { amount: 7_000n, paidAt: ago(1), status: "failed" });
    await pay(live, { amount: 9_000n, paidAt: ago(1), status: "pending" });
    await pay(live, { amount: 50_000n, channel: "pos", devices, paidAt: ago(30) });
    await pay(closed, { amount: 80_000n, paidAt: ago(1) });
    await closeSession(scope, closed.session_id);
    await pay(closed, { amount: 90_000n, paidAt: ago(0) });
  });

  it("shows live events first, then upcoming ones, then closed ones", async () => {
    const { events, counts, matching } = await list(scope);
    expect(events.map(({ name, phase }) => [name, phase])).toEqual([
      ["Ọláídé Live", "live"],
      ["Long over", "past_end"],
      ["Carnival", "upcoming"],
      ["Rooftop", "upcoming"],
      ["Comedy Fest", "closed"],
    ]);
    expect(counts).toEqual({ all: 5, live: 2, upcoming: 2, closed: 1, archived: 0 });
    expect(matching).toBe(5);
  });

  it("each event's takings match its reconciliation, and the summary is their sum", async () => {
    const { events, summary } = await list(scope);
    for (const event of events) {
      const reconciliation = await summariseReconciliation(scope, event.session_id);
      expect(event.taken).toBe(reconciliation.total_inflow);
      expect(event.payment_count).toBe(reconciliation.successful_count);
    }
    const sum = (chosen: typeof events) => chosen.reduce((total, { taken }) => total + taken, 0n);
    expect(summary.live).toEqual({
      amount: sum(events.filter(({ phase }) => phase === "live" || phase === "past_end")),
      event_count: 2,
      payment_count: 3,
    });
    expect(summary.month).toMatchObject({ amount: sum(events), event_count: 2 });
    expect(summary.awaiting).toEqual({ amount: sum(events), event_count: 2, has_takings: true });
  });

  it("takings from before the month are not in the month's total", async () => {
    const old = await newOrganisation();
    const event = await createTestEvent(old);
    await pay(event, { amount: 40_000n, paidAt: ago(60 * 24 * 40) });
    await pay(event, { amount: 500n, paidAt: new Date() });
    await systemDb()
      .sql`update sessions set created_at = ${ago(60 * 24 * 45)} where session_id = ${event.session_id}`;
    await systemDb().sql`
      insert into minute_totals (session_id, minute, channel, terminal_id, organisation_id, mode, count, amount)
      values (${event.session_id}, date_trunc('minute', ${ago(60 * 24 * 40)}::timestamptz), 'bank_transfer', '',
        ${old.organisationId}, 'test', 1, 40000)`;
    expect((await list(old)).summary).toMatchObject({ month: { amount: 500n }, live: { amount: 40_500n } });
  });

  it("reports what needs a person: an inactive terminal, missing operators, late payments", async () => {
    const { events, summary } = await list(scope);
    expect(events[0]).toMatchObject({
      inactive_terminals: ["Terminal 1"],
      needs_operators: true,
      open_exceptions: 0,
    });
    expect(events[4]).toMatchObject({ inactive_terminals: [], needs_operators: false, open_exceptions: 1 });
    expect(summary.attention).toEqual({ inactive_terminals: 1, needs_operators: 4, open_exceptions: 1 });
    await addOperator(scope, live.session_id, AddOperator.parse({ name: "Ngozi Eze", role: "cashier" }));
    expect((await list(scope)).events[0]?.needs_operators).toBe(false);
  });

  it("returns takings over time, from the first payment to the last", async () => {
    const [first, , third] = (await list(scope)).events;
    expect(first?.spark).toHaveLength(30);
    expect(first?.spark[0]).toBe(100);
    expect(first?.spark.at(-1)).toBe(0);
    expect(first?.spark[20]).toBe(3);
    expect(third?.spark).toEqual([]);
  });

  it.each([
    [
      "of ten minutes that grows",
      10,
      (minute: number) => minute + 1,
      [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
    ],
    ["of three quarters of an hour that stays", 45, () => 1, Array(23).fill(100)],
    ["of one minute", 1, () => 1, [100]],
  ])("draws an event %s as it is, without gaps", async (_, minutes, naira, expected) => {
    const own = await newOrganisation();
    const event = await createTestEvent(own);
    const endMs = Date.now();
    await Promise.all(
      Array.from({ length: minutes }, (__, minute) =>
        pay(event, {
          amount: BigInt(naira(minute)) * 100n,
          paidAt: new Date(endMs - (minutes - 1 - minute) * MINUTE_MS),
        }),
      ),
    );
    expect((await list(own)).events[0]?.spark).toEqual(expected);
  });

  it("starts the sparkline at the event's start despite earlier sales, and returns the last payment's time", async () => {
    const sold = await newOrganisation();
    const night = await createTestEvent(sold, { starts_at: ago(60).toISOString() });
    await pay(night, { amount: 900_000n, paidAt: ago(60 * 24 * 20) });
    const [before] = (await list(sold)).events;
    expect(before?.spark[0]).toBe(100);
    const last = ago(30);
    await pay(night, { amount: 500n, paidAt: last });
    await pay(night, { amount: 1_000n, paidAt: ago(59) });
    await pay(night, { amount: 700n, paidAt: ago(1), status: "failed" });
    const [event] = (await list(sold)).events;
    expect(event?.spark[0]).toBe(100);
    expect(event?.spark.at(-1)).toBe(50);
    expect(event?.last_payment_at).toEqual(last);
  });

  it("marks a closed event as settled when all of its takings are settled", async () => {
    const settled = await newOrganisation();
    const event = await createTestEvent(settled);
    await pay(event, { amount: 700n });
    await closeSession(settled, event.session_id);
    expect((await list(settled)).events[0]?.is_settled).toBe(false);
    await systemDb().sql`
      insert into settlement_totals (session_id, settled_on, organisation_id, mode, count, amount)
      values (${event.session_id}, '2026-12-14', ${settled.organisationId}, 'test', 1, 700)`;
    expect((await list(settled)).events[0]?.is_settled).toBe(true);
    expect((await list(settled)).summary.awaiting).toEqual({ amount: 0n, event_count: 0, has_takings: true });
  });

  it("reports nothing to settle without takings", async () => {
    const empty = await newOrganisation();
    await createTestEvent(empty);
    expect((await list(empty)).summary.awaiting).toEqual({ amount: 0n, event_count: 0, has_takings: false });
  });

  it.each([
    ["olaide", "live"],
    ["ibadan mapo", "live"],
    ["COMEDY-26", "closed"],
    ["%", undefined],
  ])("is searched by name, venue and id, without marks: %s", async (q, phase) => {
    const { events, counts } = await list(scope, { q });
    expect(events.map((event) => event.phase)).toEqual(phase ? [phase] : []);
    expect(counts.all).toBe(events.length);
  });

  it("filters by tab, and counts matches beyond the page", async () => {
    expect((await list(scope, { status: "live" })).events).toHaveLength(2);
    const page = await list(scope, { status: "upcoming", limit: "1" });
    expect(page.events.map(({ name }) => name)).toEqual(["Carnival"]);
    expect(page.matching).toBe(2);
  });

  it("shows no events of other organisations or of the other mode", async () => {
    expect((await list(await newOrganisation())).counts.all).toBe(0);
    expect((await list({ ...scope, mode: "live" })).counts.all).toBe(0);
  });

  it("hides settlement and exceptions from a role that may not see them", async () => {
    const { events, summary } = await list(as(scope, "gate_lead"));
    expect(summary.awaiting).toBeNull();
    expect(summary.attention.open_exceptions).toBeNull();
    expect(events.every((event) => event.is_settled === null && event.open_exceptions === null)).toBe(true);
    expect((await list(as(scope, "finance"))).summary.awaiting).not.toBeNull();
  });
});
