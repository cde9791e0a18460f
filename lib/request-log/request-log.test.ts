/** Guarantee: every call of an organisation is found by each filter, and by no other organisation; what is not stored is counted. */
import { describe, expect, it, vi } from "vitest";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { asOrganisation, systemDb } from "@/lib/db/client";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { newOrganisation } from "@/lib/sessions/testing/events";
import { connectAsOwner, useTestDatabase } from "@/lib/testing/database";
import { flushRequestLog, getRequest, listRequests, recordCall, searchRequests } from "./index";
import { prepareRequestLog } from "./partitions";
import { logCalls } from "./testing/calls";

const database = useTestDatabase();

const found = async (scope: Scope, query: Partial<Parameters<typeof listRequests>[1]>) =>
  (await listRequests(scope, { limit: 50, ...query })).rows.map(({ id }) => id);
const path = (rest: string) => ({ url: `http://localhost/v1/${rest}` });
const ago = (minutes: number) => ({ at: new Date(Date.now() - minutes * 60_000) });

describe("a search", () => {
  it("finds calls by id, path, status, method, key, session, errors and time, newest first", async () => {
    const scope = await newOrganisation();
    const [keyId, sessionId] = [newId("apiKey"), newId("session")];
    const [a, b, c, d] = await logCalls(
      scope,
      { ...path(`sessions/${sessionId}`), ...ago(4), keyId },
      { ...path("transactions?limit=50"), ...ago(3), status: 400 },
      { ...path(`sessions/${sessionId}/operators`), ...ago(2), method: "POST", status: 201 },
      { ...path("sessions"), ...ago(120), method: "POST", status: 503 },
    );
    expect(await found(scope, {})).toEqual([c, b, a]);
    expect(await found(scope, { period: "day" })).toEqual([c, b, a, d]);
    expect(await found(scope, { outcome: "error", period: "week" })).toEqual([b, d]);
    expect(await found(scope, { q: d })).toEqual([d]);
    expect(await found(scope, { q: sessionId })).toEqual([c, a]);
    expect(await found(scope, { q: "400" })).toEqual([b]);
    expect(await found(scope, { q: "/v1/sessions", period: "day" })).toEqual([c, a, d]);
    expect(await found(scope, { q: ` transactions ` })).toEqual([b]);
    expect(await found(scope, { key: keyId })).toEqual([a]);
    expect(await found(scope, { method: "POST" })).toEqual([c]);
    expect((await listRequests(scope, { period: "day", limit: 50 })).error_count).toBe(2);
    expect((await listRequests(scope, { limit: 50 })).error_count).toBe(1);
    const until = await searchRequests(scope, { since: ago(200).at, until: ago(3.5).at, limit: 50 });
    expect(until.rows.map(({ id }) => id)).toEqual([a, d]);
  });

  it("is paged without gaps, also by a path", async () => {
    const scope = await newOrganisation();
    const ids = await logCalls(
      scope,
      ...Array.from({ length: 7 }, (_, index) => ({
        ...path(index % 2 ? "sessions" : "transactions"),
        ...ago(7 - index),
      })),
    );
    const newest = ids.toReversed();
    for (const [query, expected] of [
      [{}, newest],
      [{ q: "/v1/tran" }, newest.filter((_, index) => index % 2 === 0)],
    ] as const) {
      const pages: string[][] = [];
      for (let before: (typeof ids)[number] | null | undefined; before !== null; ) {
        const page: Awaited<ReturnType<typeof listRequests>> = await listRequests(scope, {
          ...query,
          before,
          limit: 2,
        });
        pages.push(page.rows.map(({ id }) => id));
        before = page.next;
      }
      expect(pages.flat()).toEqual(expected);
      expect(pages.length).toBe(Math.ceil(expected.length / 2));
    }
  });

  it("finds nothing of another organisation or mode, by no filter and by no id", async () => {
    const scope = await newOrganisation();
    const [id = newId("request")] = await logCalls(scope, {});
    for (const other of [await newOrganisation(), { ...scope, mode: "live" as const }]) {
      expect(await found(other, {})).toEqual([]);
      expect(await found(other, { q: id })).toEqual([]);
      await expect(getRequest(other, id)).rejects.toMatchObject({ code: "not_found" });
    }
    const seen = await asOrganisation(
      (await newOrganisation()).organisationId,
      ({ sql }) => sql`select from request_log`,
    );
    expect(seen).toHaveLength(0);
  });
});

describe("a call", () => {
  it("is stored with its masked bodies, its key and its session", async () => {
    const scope = await newOrganisation();
    const sessionId = newId("session");
    const requestBody = Buffer.from('{"name":"Ada Obi","role":"cashier"}');
    const [id = newId("request")] = await logCalls(scope, {
      ...path("sessions"),
      ...{ requestBody, requestBytes: requestBody.length, method: "POST", status: 201 },
      responseBody: `{"success":true,"data":{"session_id":"${sessionId}"}}`,
    });
    expect(await getRequest(scope, id)).toMatchObject({
      ...{ id, method: "POST", path: "/v1/sessions", status: 201, duration_ms: 12.3, session_id: sessionId },
      ...{
        key_label: "Gate (tk_test_ab12…)",
        address: "203.0.113.7",
        request_body: '{"name":"•••","role":"cashier"}',
      },
      response_body: `{"success":true,"data":{"session_id":"${sessionId}"}}`,
    });
  });

  it("with a body that is too long says so", async () => {
    const scope = await newOrganisation();
    const [id = newId("request")] = await logCalls(scope, { requestBytes: 70_000, responseBody: undefined });
    expect(await getRequest(scope, id)).toMatchObject({
      request_body: "••• 70000 bytes",
      response_body: "••• a long page",
    });
  });

  it("beyond the queue is dropped and counted in the log", async () => {
    const scope = await newOrganisation();
    const warn = vi.spyOn(log, "warn").mockReturnValue();
    const call = {
      ...{
        organisationId: scope.organisationId,
        mode: scope.mode,
        keyId: newId("apiKey"),
        keyLabel: "",
        method: "GET",
      },
      ...{ url: "http://localhost/v1/sessions", status: 200, durationMs: 1, address: "", requestBytes: 0 },
      ...{ requestBody: undefined, responseBody: "" },
    };
    for (let index = 0; index < 1_250; index++) recordCall({ ...call, requestId: newId("request") });
    await flushRequestLog();
    const [row] = await systemDb().sql<{ count: number }[]>`
      select count(*)::int from request_log where organisation_id = ${scope.organisationId}`;
    expect(row?.count).toBe(1_000);
    expect(warn).toHaveBeenCalledWith({ count: 250 }, "calls are missing in the request log");
    warn.mockRestore();
  });

  it("that cannot be converted is dropped alone and counted in the log", async () => {
    const scope = await newOrganisation();
    const warn = vi.spyOn(log, "warn").mockReturnValue();
    const [first, , last] = await logCalls(scope, ago(2), { url: "not a URL" }, {});
    expect(await found(scope, {})).toEqual([last, first]);
    expect(warn).toHaveBeenCalledWith({ count: 1 }, "calls are missing in the request log");
    warn.mockRestore();
  });

  it("with a deeply nested body is stored with the calls beside it", async () => {
    const scope = await newOrganisation();
    const nested = `${'{"data":'.repeat(6_000)}1${"}".repeat(6_000)}`;
    const ids = await logCalls(scope, ago(2), { ...ago(1), responseBody: nested }, {});
    expect(await found(scope, {})).toEqual(ids.toReversed());
  });

  it("is stored when a flush has ended, also if another flush had begun to store it", async () => {
    const scope = await newOrganisation();
    const first = logCalls(scope, {});
    await flushRequestLog();
    expect(await found(scope, {})).toHaveLength(1);
    await first;
  });

  it("is not stored if the log is off", async () => {
    const scope = await newOrganisation();
    const settings = env();
    const { requestLogDays } = settings;
    settings.requestLogDays = 0;
    await logCalls(scope, {});
    settings.requestLogDays = requestLogDays;
    expect(await found(scope, {})).toEqual([]);
  });
});

describe("the partitions", () => {
  const asOwner = <T>(work: Parameters<typeof connectAsOwner<T>>[1]) =>
    connectAsOwner(database.ownerUrl, work);
  const days = () =>
    asOwner(async (sql) => {
      const rows = await sql<{ name: string }[]>`
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'request_log'::regclass order by 1`;
      return rows.map(({ name }) => name);
    });
  const nameOf = (offset: number) =>
    `day_${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10).replaceAll("-", "")}`;

  it("are created around today, and dropped a day after the retention", async () => {
    const existing = await days();
    await asOwner(async (sql) => {
      for (const name of existing) await sql.unsafe(`drop table request_log_days.${name}`);
      for (const offset of [-9, -8, -7]) {
        const day = new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
        const end = new Date(Date.now() + (offset + 1) * 86_400_000).toISOString().slice(0, 10);
        await sql.unsafe(`create table request_log_days.${nameOf(offset)} partition of request_log
          for values from ('${day} 00:00:00+00') to ('${end} 00:00:00+00')`);
      }
    });
    await Promise.all([prepareRequestLog(), prepareRequestLog()]);
    expect(await days()).toEqual([-7, -1, 0, 1].map(nameOf));
  });

  it("are created by the first call of a day without one", async () => {
    await asOwner((sql) => sql.unsafe(`drop table request_log_days.${nameOf(0)}`));
    const scope = await newOrganisation();
    const ids = await logCalls(scope, {});
    expect(await found(scope, {})).toEqual(ids);
  });

  it("cannot be read, changed or dropped by the service's roles, which change no row either", async () => {
    const scope = await newOrganisation();
    await logCalls(scope, {});
    const denied = { code: "42501" };
    const attempts = [
      `select * from request_log_days.${nameOf(0)}`,
      `drop table request_log_days.${nameOf(0)}`,
      "create table request_log_days.mine (a int)",
      "update request_log set path = ''",
      "delete from request_log",
      "truncate request_log",
      "drop table request_log",
    ];
    for (const statement of attempts) {
      await expect(systemDb().sql.unsafe(statement), statement).rejects.toMatchObject(denied);
      const asApp = asOrganisation(scope.organisationId, ({ sql }) =>
        sql.unsafe(statement).then(() => undefined),
      );
      await expect(asApp, statement).rejects.toMatchObject(denied);
    }
    const prepare = asOrganisation(scope.organisationId, ({ sql }) => sql`select prepare_request_log(7)`);
    await expect(prepare).rejects.toMatchObject(denied);
    await expect(systemDb().sql`select prepare_request_log(0)`).rejects.toMatchObject({ code: "22023" });
  });
});
