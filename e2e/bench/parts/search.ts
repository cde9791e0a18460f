import { assertDefined } from "@/lib/core/errors/assert";
import type { Id } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { systemDb } from "@/lib/db/client";
import { exportPayments } from "@/lib/exports";
import { readMinutes } from "@/lib/minute-totals";
import { findPayments } from "@/lib/payment-search";
import { PaymentFilters } from "@/lib/payment-search/contract";
import { createFilledSessions } from "../filled-sessions";
import { atMost, logProgress, type PartResult } from "../report";

const COUNT = 1_000_000;
const TIMES = 20;
const MAX_MS = 300;

/** The queries on a session of a million, by their name in the table. */
const QUERIES: [what: string, filters: Record<string, string>][] = [
  ["the newest payments", {}],
  ["a rare text, `ticket 999983`", { q: "ticket 999983" }],
  ["part of an account number, `98765`", { q: "98765" }],
  ["a text in every payment, `okonkwo`", { q: "okonkwo" }],
  ["a text in no payment, `zzyzx`", { q: "zzyzx" }],
  ["two letters, `ti`", { q: "ti" }],
  ["failed", { status: "failed" }],
  ["pending at POS", { status: "pending", channel: "pos" }],
  ["unassigned", { operator: "none" }],
  ["a text and a status", { q: "adaeze", status: "failed" }],
];

async function fill(): Promise<{ scope: Scope; sessionId: Id<"session"> }> {
  const [filled] = await createFilledSessions([COUNT]);
  const sessionId = assertDefined(filled, "one session was filled");
  const [scope] = await systemDb().sql<Scope[]>`
    select organisation_id as "organisationId", mode from sessions where session_id = ${sessionId}`;
  return { scope: assertDefined(scope, "the session was opened"), sessionId };
}

async function timesOf(look: () => Promise<unknown>): Promise<{ median: number; longest: number }> {
  const times: number[] = [];
  for (let time = 0; time <= TIMES; time++) {
    const startedAt = performance.now();
    await look();
    // The first query opens the connection and plans the statement.
    if (time > 0) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { median: times[TIMES / 2] ?? 0, longest: times.at(-1) ?? 0 };
}

/** Searches payments in a session of a million, and exports all of them. */
export async function measureSearch(): Promise<PartResult> {
  const { scope, sessionId } = await fill();
  const looks: [string, () => Promise<unknown>][] = QUERIES.map(([what, filters]) => {
    const parsed = PaymentFilters.parse(filters);
    return [what, () => findPayments(scope, sessionId, parsed, { limit: 50 })];
  });
  const hour = { from: new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 - 3_600_000), to: new Date() };
  looks.push([
    "its minute totals of an hour",
    () => readMinutes(scope, sessionId, { ...hour, by: "channel" }),
  ]);
  const rows: [string, number, number][] = [];
  for (const [what, look] of looks) {
    const { median, longest } = await timesOf(look);
    rows.push([what, median, longest]);
    logProgress(`${what}: ${median.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`);
  }
  const { seconds, grownMb } = await takeAway(scope, sessionId);
  return {
    title: `Finding in a session of ${COUNT}`,
    head: ["what", "median ms", "longest ms"],
    rows: [...rows, [`all as CSV, ${grownMb.toFixed(0)} MB more memory`, seconds * 1_000, seconds * 1_000]],
    bars: [
      atMost("any look, longest", Math.max(...rows.map(([, , longest]) => longest)), MAX_MS, " ms"),
      atMost("memory for all as CSV", grownMb, 100, " MB"),
    ],
  };
}

async function takeAway(scope: Scope, sessionId: Id<"session">) {
  const before = process.memoryUsage().rss;
  const startedAt = performance.now();
  const filters = PaymentFilters.parse({});
  const { bytes } = await exportPayments(scope, { sessionId, filters, format: "csv" });
  let highest = before;
  for await (const _ of bytes) highest = Math.max(highest, process.memoryUsage().rss);
  return { seconds: (performance.now() - startedAt) / 1_000, grownMb: (highest - before) / 2 ** 20 };
}
