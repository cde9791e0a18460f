/** Measures every kind of search over a million calls of a week, of which one organisation has most. */
import { expect, test } from "vitest";
import { type Id, newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { DAY_MS } from "@/lib/core/time/durations";
import { systemDb } from "@/lib/db/client";
import { newOrganisation } from "@/lib/sessions/testing/events";
import { connectAsOwner, useTestDatabase } from "@/lib/testing/database";
import { getRequest, listRequests } from "./index";

const database = useTestDatabase();
const CALLS = 1_000_000;
const BATCH = 50_000;
const DAYS = 7;
const KEYS = 20;
const SESSIONS = 500;
/** The maximum 95th percentile of the response times, in milliseconds. */
const MAX_P95_MS = 300;

/** Creates a partition for each of the last days. */
async function createDays(): Promise<void> {
  await connectAsOwner(database.ownerUrl, async (sql) => {
    for (let offset = -DAYS; offset < -1; offset++) {
      const [day, end] = [offset, offset + 1].map((add) =>
        new Date(Date.now() + add * DAY_MS).toISOString().slice(0, 10),
      );
      await sql.unsafe(`create table request_log_days.day_${day?.replaceAll("-", "")} partition of request_log
        for values from ('${day} 00:00:00+00') to ('${end} 00:00:00+00')`);
    }
  });
}

/** Inserts calls of the week, oldest first: 3 % errors, 8 % writes, and a few paths that occur once or never lately. */
async function fill(scope: Scope, keys: Id<"apiKey">[], sessions: Id<"session">[]): Promise<Id<"request">[]> {
  const sampled: Id<"request">[] = [];
  const start = Date.now() - DAYS * DAY_MS + 3_600_000;
  for (let first = 0; first < CALLS; first += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, index) => {
      const number = first + index;
      const at = start + Math.floor((number / CALLS) * (DAYS * DAY_MS - 3_600_000));
      const id = newId("request", at);
      if (number % 9_973 === 0) sampled.push(id);
      const session = sessions[number % SESSIONS] ?? "";
      const paths = [
        `/v1/sessions/${session}`,
        `/v1/transactions?session_id=${session}&limit=50`,
        `/v1/reconciliation/${session}`,
      ];
      const rare =
        number % 50_021 === 0 ? `/v1/rare/${number}` : number < 20_000 ? "/v1/once/long-ago" : undefined;
      const isWrite = number % 12 === 5;
      const status = number % 33 === 0 ? (number % 990 === 0 ? 503 : 404) : isWrite ? 201 : 200;
      return {
        id,
        at: new Date(at),
        key: keys[number % 97 < 96 ? 0 : number % KEYS],
        session,
        path: rare ?? paths[number % 3],
        method: isWrite ? "POST" : "GET",
        status,
      };
    });
    await systemDb().sql`
      insert into request_log (organisation_id, mode, at, id, key_id, key_label, method, path, status, duration_ms, session_id,
        address, request_body, response_body)
      select ${scope.organisationId}, 'test', at, id, key, 'Gate (tk_test_ab12…)', method, path, status, 12, session,
        '203.0.113.7', null, repeat('{"success":true,"data":{"status":"active"}}', 12)
      from json_to_recordset(${JSON.stringify(rows)}::text::json)
        as r(id text, at timestamptz, key text, session text, path text, method text, status integer)`;
  }
  await connectAsOwner(database.ownerUrl, (sql) => sql.unsafe("vacuum analyze request_log"));
  return sampled;
}

function percentile(times: number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

test(`every search over ${CALLS} calls takes at most ${MAX_P95_MS} ms (p95)`, {
  timeout: 1_200_000,
}, async () => {
  const [scope, other] = [await newOrganisation(), await newOrganisation()];
  const keys = Array.from({ length: KEYS }, () => newId("apiKey"));
  const sessions = Array.from({ length: SESSIONS }, () => newId("session"));
  await createDays();
  const ids = await fill(scope, keys, sessions);
  const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
  const searches: Record<string, (index: number) => Promise<unknown>> = {
    "request id": (index) => getRequest(scope, pick(ids, index)),
    "request id in the list": (index) => listRequests(scope, { q: pick(ids, index), limit: 50 }),
    "last hour": () => listRequests(scope, { limit: 50 }),
    "last week": () => listRequests(scope, { period: "week", limit: 50 }),
    "a page far back": (index) =>
      listRequests(scope, { period: "week", before: pick(ids, index), limit: 50 }),
    session: (index) => listRequests(scope, { q: pick(sessions, index), period: "week", limit: 50 }),
    errors: () => listRequests(scope, { outcome: "error", period: "week", limit: 50 }),
    "a status": () => listRequests(scope, { q: "503", period: "week", limit: 50 }),
    "a status without calls": () => listRequests(scope, { q: "418", period: "week", limit: 50 }),
    "a busy key": () => listRequests(scope, { key: pick(keys, 0), period: "week", limit: 50 }),
    "a rare key": (index) =>
      listRequests(scope, { key: pick(keys, 1 + (index % 19)), period: "week", limit: 50 }),
    writes: () => listRequests(scope, { method: "POST", period: "week", limit: 50 }),
    "a method without calls": () => listRequests(scope, { method: "HEAD", period: "week", limit: 50 }),
    "a common path": () => listRequests(scope, { q: "/v1/sessions", period: "week", limit: 50 }),
    "a path of one session": (index) =>
      listRequests(scope, { q: `/v1/reconciliation/${pick(sessions, index)}`, period: "week", limit: 50 }),
    "a rare path": () => listRequests(scope, { q: "/v1/rare", period: "week", limit: 50 }),
    "a path of a week ago": () => listRequests(scope, { q: "/v1/once", period: "week", limit: 50 }),
    "a path without calls": () => listRequests(scope, { q: "/v1/none", period: "week", limit: 50 }),
    "errors of a rare key": (index) =>
      listRequests(scope, { key: pick(keys, 1 + (index % 19)), outcome: "error", period: "week", limit: 50 }),
    "errors on a path": () =>
      listRequests(scope, { q: "/v1/reconciliation", outcome: "error", period: "week", limit: 50 }),
    "writes on a path": () =>
      listRequests(scope, { q: "/v1/sessions", method: "POST", period: "week", limit: 50 }),
    "a busy key on a path": () =>
      listRequests(scope, { q: "/v1/sessions", key: pick(keys, 0), period: "week", limit: 50 }),
    "writes of a busy key": () =>
      listRequests(scope, { key: pick(keys, 0), method: "POST", period: "week", limit: 50 }),
    "another organisation": () => listRequests(other, { q: "/v1/sessions", period: "week", limit: 50 }),
  };
  const measured: Record<string, number> = {};
  for (const [name, search] of Object.entries(searches)) {
    const times: number[] = [];
    for (let index = 0; index < 40; index++) {
      const start = performance.now();
      await search(index);
      times.push(performance.now() - start);
    }
    measured[name] = Math.round(percentile(times, 0.95) * 10) / 10;
  }
  process.stdout.write(`p95 in ms: ${JSON.stringify(measured, null, 2)}\n`);
  expect(Object.entries(measured).filter(([, ms]) => ms > MAX_P95_MS)).toEqual([]);
});
