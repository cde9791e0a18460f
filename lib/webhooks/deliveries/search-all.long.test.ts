/** Measures every kind of search over a million events of one organisation, a tenth of them of one busy session. */
import { expect, test } from "vitest";
import type { z } from "zod";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { DAY_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { newOrganisation } from "@/lib/sessions/testing/events";
import { connectAsOwner, useTestDatabase } from "@/lib/testing/database";
import { SearchQuery } from "../contract";
import { searchDeliveries } from "./search-all";

const database = useTestDatabase();
const DELIVERIES = 1_000_000;
const BATCH = 50_000;
const DAYS = 60;
const SESSIONS = 1_000;
const RUNS = 40;
/** The maximum 95th percentile of the durations of one kind of search, in milliseconds. */
const MAX_P95_MS = 300;

const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T;

/** Inserts webhook endpoints: `count` of `webhook_url`s, and organisation-wide ones for all types and for one. */
async function addEndpoints({ organisationId, mode }: Scope, count: number) {
  const ids = Array.from({ length: count + 2 }, () => newId("webhookEndpoint"));
  const rows = ids.map((id, index) => ({
    id,
    url: `https://receiver-${index}.example/hook`,
    wide: index >= count,
  }));
  await systemDb().sql`
    insert into webhook_endpoints (id, organisation_id, mode, url, origin, event_types)
    select id, ${organisationId}, ${mode}, url, url, case when wide then '{transaction.received,expected_payment.updated}'::text[] end
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, url text, wide boolean)`;
  return { ofSessions: ids.slice(0, count), wide: ids.slice(count) };
}

async function addSessions(scope: Scope, endpoints: Id<"webhookEndpoint">[]): Promise<Id<"session">[]> {
  const ids = Array.from({ length: SESSIONS }, () => newId("session"));
  const rows = ids.map((id, index) => ({ id, endpoint: pick(endpoints, index) }));
  await systemDb().sql`
    insert into sessions (session_id, organisation_id, mode, external_event_id, name, currency, terminal_fragment, created_at,
      webhook_url, webhook_endpoint_id, webhook_since)
    select id, ${scope.organisationId}, ${scope.mode}, id, 'Afrobeats Night', 'NGN', id, now(), 'https://receiver.example/hook', endpoint, now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(id text, endpoint text)`;
  return ids;
}

/** Ids of events, payments, sessions and subjects that the searches ask for. */
interface Sampled {
  events: Id<"delivery">[];
  transactions: Id<"transaction">[];
  sessions: Id<"session">[];
  subjects: Id<"expectedPayment">[];
}

/**
 * Inserts the events of sixty days, oldest first, each with its last attempt: a tenth of them of one session, a fifth to
 * each organisation-wide endpoint, one in 40 failed, one in 500 waiting, one in 25 of the other type.
 */
async function fill(
  scope: Scope,
  sessions: Id<"session">[],
  endpoints: Awaited<ReturnType<typeof addEndpoints>>,
) {
  const sampled: Sampled = { events: [], transactions: [], sessions, subjects: [] };
  const start = Date.now() - DAYS * DAY_MS;
  for (let first = 0; first < DELIVERIES; first += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, index) => {
      const number = first + index;
      const at = start + Math.floor((number / DELIVERIES) * DAYS * DAY_MS);
      const session = number % 10 === 0 ? 0 : 1 + (number % (SESSIONS - 1));
      const wide = number % 5 < 2 ? pick(endpoints.wide, number) : undefined;
      const isOther = wide !== undefined && number % 25 === 1;
      const row = {
        number: number + 1,
        id: newId("delivery", at),
        at: new Date(at),
        session: sessions[session],
        endpoint: wide ?? pick(endpoints.ofSessions, session),
        wide: wide !== undefined,
        transaction: isOther ? null : newId("transaction", at),
        subject: isOther ? newId("expectedPayment", at) : null,
        state: number % 40 === 7 ? "failed" : number % 500 === 3 ? "pending" : "delivered",
      };
      if (number % 25_001 === 1) sampled.events.push(row.id);
      if (number % 25_001 === 1 && row.transaction) sampled.transactions.push(row.transaction);
      if (number % 12_475 === 1 && row.subject) sampled.subjects.push(row.subject);
      return row;
    });
    await insertEvents(scope, JSON.stringify(rows));
  }
  await connectAsOwner(database.ownerUrl, async (sql) => {
    for (const table of ["webhook_deliveries", "webhook_attempts", "transactions", "sessions"])
      await sql.unsafe(`vacuum analyze ${table}`);
  });
  return sampled;
}

function insertEvents({ organisationId, mode }: Scope, rows: string) {
  return systemDb().sql`
    with rows as materialized (
      select * from json_to_recordset(${rows}::text::json) as r(number bigint, id text, at timestamptz, session text, endpoint text, wide boolean,
        "transaction" text, subject text, state text)
    ), payments as (
      insert into transactions (session_id, sequence, id, organisation_id, mode, provider, bank_connection_id, payment_key, amount,
        currency, channel, status, sender_name, sender_account, sender_bank, sender_bank_name, narration, bank_ref, paid_at,
        created_at, notification_id)
      select session, number, "transaction", ${organisationId}, ${mode},
        'paystack', 'bnk_paystack', "transaction", 10000, 'NGN', 'bank_transfer', 'successful', 'ADAEZE OKONKWO', '0123456789', '058',
        'GTBank', 'TICKET', "transaction", at, at, 'ntc_' || substr("transaction", 5)
      from rows where "transaction" is not null
    ), attempts as (
      insert into webhook_attempts (session_id, delivery_id, number, organisation_id, mode, webhook_endpoint_id, started_at, duration_ms, status)
      select session, id, 1, ${organisationId}, ${mode}, endpoint, at, 20, case state when 'delivered' then 200 else 500 end from rows
    )
    insert into webhook_deliveries (session_id, id, organisation_id, mode, event_type, transaction_id, transaction_status, subject_id,
      subject_state, webhook_endpoint_id, is_organisation_wide, body, state, attempt_count, due_at, created_at, changed_at)
    select session, id, ${organisationId}, ${mode}, case when subject is null then 'transaction.received' else 'expected_payment.updated' end,
      "transaction", case when "transaction" is not null then 'successful' end, subject, case when subject is not null then 'paid' end,
      endpoint, wide, repeat('{"event":"transaction.received"}', 12), state, 1, at, at, at
    from rows`;
}

function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** The searches of the dashboard by name; each gets the number of its run. */
function listSearches(
  scope: Scope,
  endpoints: Awaited<ReturnType<typeof addEndpoints>>,
  { events, transactions, sessions, subjects }: Sampled,
): Record<string, (index: number) => Promise<unknown>> {
  const find = (search: z.input<typeof SearchQuery>) =>
    searchDeliveries(scope, { ...SearchQuery.parse(search), limit: 50 });
  const [busy = "ses_", ...quiet] = sessions;
  const wide = pick(endpoints.wide, 0);
  const ofSessions = pick(endpoints.ofSessions, 3);
  const from = new Date(Date.now() - 30 * DAY_MS).toISOString();
  const to = new Date(Date.now() - 29 * DAY_MS).toISOString();
  return {
    "the newest": () => find({}),
    "a page far back": (index) => find({ before: pick(events, index) }),
    "a day a month ago": () => find({ from, to }),
    delivered: () => find({ outcome: "delivered" }),
    failed: () => find({ outcome: "failed" }),
    "failed on that day": () => find({ outcome: "failed", from, to }),
    "failed at an endpoint": () => find({ outcome: "failed", endpoint_id: ofSessions }),
    "failed of the other type": () => find({ outcome: "failed", event_type: "expected_payment.updated" }),
    waiting: () => find({ outcome: "waiting" }),
    "waiting at an endpoint": () => find({ outcome: "waiting", endpoint_id: wide }),
    "an organisation-wide endpoint": () => find({ endpoint_id: wide }),
    "an endpoint of sessions": () => find({ endpoint_id: ofSessions }),
    "an endpoint on that day": () => find({ endpoint_id: ofSessions, from, to }),
    "the other type": () => find({ event_type: "expected_payment.updated" }),
    "the other type on that day": () => find({ event_type: "expected_payment.updated", from, to }),
    "the other type at an endpoint": () =>
      find({ event_type: "expected_payment.updated", endpoint_id: wide }),
    "the other type at an endpoint that never gets it": () =>
      find({ event_type: "expected_payment.updated", endpoint_id: ofSessions }),
    "the usual type": () => find({ event_type: "transaction.received" }),
    "an event id": (index) => find({ q: pick(events, index) }),
    "a transaction id": (index) => find({ q: pick(transactions, index) }),
    "a session id": (index) => find({ q: pick(quiet, index) }),
    "the busy session": () => find({ q: busy }),
    "failed of the busy session": () => find({ q: busy, outcome: "failed" }),
    "the busy session at an endpoint that it does not use": () => find({ q: busy, endpoint_id: ofSessions }),
    "the other type of the busy session": () => find({ q: busy, event_type: "expected_payment.updated" }),
    "the id of a subject": (index) => find({ q: pick(subjects, index) }),
    "an unknown id": () => find({ q: newId("expectedPayment") }),
  };
}

test(`every search over ${DELIVERIES} events takes at most ${MAX_P95_MS} ms (p95)`, {
  timeout: 1_200_000,
}, async () => {
  const scope = await newOrganisation();
  const endpoints = await addEndpoints(scope, 20);
  const sessions = await addSessions(scope, endpoints.ofSessions);
  const sampled = await fill(scope, sessions, endpoints);
  const measured: Record<string, number> = {};
  for (const [name, search] of Object.entries(listSearches(scope, endpoints, sampled))) {
    const times: number[] = [];
    for (let index = 0; index < RUNS; index++) {
      const startedAt = performance.now();
      await search(index);
      times.push(performance.now() - startedAt);
    }
    measured[name] = Math.round(percentile(times, 0.95) * 10) / 10;
  }
  process.stdout.write(`p95 in ms: ${JSON.stringify(measured, null, 2)}\n`);
  expect(Object.entries(measured).filter(([, ms]) => ms > MAX_P95_MS)).toEqual([]);
});
