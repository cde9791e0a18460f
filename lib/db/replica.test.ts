/**
 * Guarantee: reads of the dashboard that may lag come from the streaming replica, never older than the bound, and from the
 * primary without an error if the replica is late, refuses or dies.
 */
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { listAuditEntries } from "@/lib/audit";
import { assertDefined } from "@/lib/core/errors/assert";
import { type Id, newId } from "@/lib/core/ids";
import { COMMAND_LINE, type Scope } from "@/lib/core/scope";
import {
  closePools,
  findReplica,
  readAsOrganisation,
  readSystemSnapshot,
  streamAsOrganisation,
  systemDb,
  systemTx,
} from "@/lib/db/client";
import { env, loadSettings } from "@/lib/env";
import { listOwnExceptions } from "@/lib/exceptions";
import { findExpectedPayments } from "@/lib/expected-payments";
import { exportPayments } from "@/lib/exports";
import { endpoint } from "@/lib/http/endpoint";
import { forMember } from "@/lib/http/serve";
import { generateSecrets } from "@/lib/launch/secrets/generate";
import { scrape, sumOf } from "@/lib/monitoring/testing/scrape";
import { listOperators, listOperatorsOverview } from "@/lib/operators";
import { addMember, issueApiKey } from "@/lib/organisations";
import { findPayments } from "@/lib/payment-search";
import { PaymentFilters } from "@/lib/payment-search/contract";
import { clearSingleton } from "@/lib/process-singleton";
import { summariseLedger } from "@/lib/reconciliation";
import { countAttention, getClosePreview, getEvent, listEvents, listTestTargets } from "@/lib/sessions";
import { EventsQuery } from "@/lib/sessions/contract";
import { listSettlementBreakdown, listSettlements, summariseSettlementSheet } from "@/lib/settlement";
import { signIn } from "@/lib/sign-ins";
import { listTerminalsOverview } from "@/lib/terminals";
import { fillSession } from "@/lib/testing/fill-session";
import { type ReplicatedDatabase, startReplicatedDatabase } from "@/lib/testing/replica";
import { openTestSession } from "@/lib/transactions/testing/sessions";
import { getWebhookStatus, listDeliveries, summariseResponseTimes } from "@/lib/webhooks";

const MAX_LAG_MS = 800;
let database: ReplicatedDatabase;
let dataDir: string;
let scope: Scope;
let sessionId: Id<"session">;

beforeAll(async () => {
  database = await startReplicatedDatabase();
  dataDir = mkdtempSync(path.join(os.tmpdir(), "takings-data-"));
  Object.assign(process.env, {
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATABASE_REPLICA_URL: database.replicaUrl,
    DATABASE_REPLICA_MAX_LAG_MS: String(MAX_LAG_MS),
  });
  await generateSecrets(loadSettings());
  const opened = await openTestSession();
  sessionId = opened.sessionId;
  scope = { ...opened.scope, toleratesLag: true };
  await systemTx((db) => fillSession(db, { sessionId, count: 450 }));
});
afterAll(async () => {
  await closePools();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const replica = () => assertDefined(findReplica(), "a replica is set");
const isUsable = () => replica().isUsable;
beforeEach(() => expect.poll(isUsable, { timeout: 10_000 }).toBe(true));

/** Reads the organisation's name, and whether a replica has answered. */
const readName = (asked = scope) =>
  readAsOrganisation(asked, async ({ sql }) => {
    const [row] = await sql<{ name: string; isReplica: boolean }[]>`
      select name, pg_is_in_recovery() as is_replica from organisations where id = ${asked.organisationId}`;
    return row;
  });
const rename = (name: string) =>
  systemDb().sql`update organisations set name = ${name} where id = ${scope.organisationId}`;

test("a read that tolerates lag comes from the replica, under the same row-level security; others from the primary", async () => {
  expect(await readName()).toMatchObject({ isReplica: true });
  expect(await readName({ ...scope, toleratesLag: false })).toMatchObject({ isReplica: false });
  const { toleratesLag: _, ...platform } = scope;
  expect(await readName(platform)).toMatchObject({ isReplica: false });
  const other = await openTestSession();
  await expect
    .poll(() => readName({ ...other.scope, toleratesLag: true }))
    .toMatchObject({ isReplica: true });
  const seen = await readAsOrganisation(
    scope,
    ({ sql }) => sql<{ id: string }[]>`select id from organisations`,
  );
  expect(seen.map(({ id }) => id)).toEqual([scope.organisationId]);
});

test("a list with filters comes from the replica, the list that a live stream continues from the primary", async () => {
  const countReplica = async (filters: Record<string, string>) => {
    await expect.poll(isUsable).toBe(true);
    const before = replica().reads.replica;
    const page = await findPayments(scope, sessionId, PaymentFilters.parse(filters), { limit: 50 });
    return [page.rows.length, replica().reads.replica - before];
  };
  expect(await countReplica({ status: "successful" })).toEqual([50, 1]);
  expect(await countReplica({ q: "a" })).toEqual([50, 1]);
  expect(await countReplica({})).toEqual([50, 0]);
  await systemDb().sql`update session_states set status = 'closed' where session_id = ${sessionId}`;
  await expect.poll(() => countReplica({})).toEqual([50, 1]);
});

test("four fifths of the reads of an event's pages come from the replica", async () => {
  const state = { state: "open", reason: undefined } as const;
  const reads: (() => Promise<unknown>)[] = [
    () => listEvents(scope, EventsQuery.parse({})),
    () => getEvent(scope, sessionId),
    () => countAttention(scope, sessionId),
    () => summariseLedger(scope, sessionId),
    () => summariseSettlementSheet(scope, sessionId),
    () => listSettlements(scope, sessionId),
    () => listSettlementBreakdown(scope, sessionId),
    () => listOwnExceptions(scope, sessionId, state),
    () => listTerminalsOverview(scope, sessionId),
    () => listOperatorsOverview(scope, sessionId),
    () => findPayments(scope, sessionId, PaymentFilters.parse({ q: "ngozi" }), { limit: 50 }),
    () => findPayments(scope, sessionId, PaymentFilters.parse({ channel: "pos" }), { limit: 50 }),
    () => findExpectedPayments(scope, sessionId),
    () => listDeliveries(scope, { sessionId, limit: 50 }),
    () => getWebhookStatus(scope, sessionId),
    () => summariseResponseTimes(scope, sessionId),
    () => listAuditEntries(scope, {}),
    // From the primary.
    () => getClosePreview(scope, sessionId),
    () => listOperators(scope, sessionId),
    () => listTestTargets(scope),
  ];
  let fromReplica = 0;
  for (const read of reads) {
    await expect.poll(isUsable).toBe(true);
    const before = { ...replica().reads };
    await read();
    const { replica: answered, primary } = replica().reads;
    if (answered > before.replica && primary === before.primary) fromReplica++;
  }
  expect(fromReplica / reads.length).toBeGreaterThanOrEqual(0.8);
});

test("no read is older than the bound while the replay is paused, and the lag is a metric", async () => {
  await database.pauseReplay();
  const servers = new Set<boolean>();
  const end = performance.now() + 3 * MAX_LAG_MS;
  for (let turn = 0; performance.now() < end; turn++) {
    await rename(`name ${turn} ${performance.now()}`);
    const asked = performance.now();
    const read = await readName();
    const writtenAt = Number(read?.name.split(" ")[2] ?? asked);
    servers.add(read?.isReplica ?? false);
    // A write that is missing in the answer is at most as old as the bound.
    if (writtenAt < asked) expect(asked - writtenAt).toBeLessThan(MAX_LAG_MS + 100);
    await sleep(20);
  }
  expect([...servers].sort()).toEqual([false, true]);
  expect(isUsable()).toBe(false);
  expect(sumOf(await scrape(), "takings_replica_lag_seconds", {})).toBeGreaterThan(MAX_LAG_MS / 1_000);
  await database.resumeReplay();
  await expect.poll(isUsable, { timeout: 5_000 }).toBe(true);
  expect(await readName()).toMatchObject({ isReplica: true });
  expect(sumOf(await scrape(), "takings_replica_lag_seconds", {})).toBeLessThan(MAX_LAG_MS / 1_000);
});

test("an idle primary makes no lag", async () => {
  await sleep(2 * MAX_LAG_MS);
  expect(await readName()).toMatchObject({ isReplica: true });
});

test("what the replica does not have yet is read from the primary", async () => {
  await database.pauseReplay();
  const id = newId("organisation");
  await systemDb().sql`insert into organisations (id, name) values (${id}, ${id})`;
  const found = await readSystemSnapshot({ ...scope, organisationId: id }, async ({ sql }) => {
    const [row] = await sql<{ name: string }[]>`select name from organisations where id = ${id}`;
    if (!row) throw new Error("not found");
    return row.name;
  });
  await database.resumeReplay();
  expect(found).toBe(id);
});

test("a replica that is killed during reads and during an export causes no error and loses no row", async () => {
  const slow = readAsOrganisation(
    scope,
    ({ sql }) => sql<{ isReplica: boolean }[]>`select pg_is_in_recovery() as is_replica, pg_sleep(1)`,
  );
  const filters = PaymentFilters.parse({});
  const asked = { ...scope, isCommandLine: true as const };
  const file = await exportPayments(asked, { sessionId, filters, format: "csv" });
  const parts: Uint8Array[] = [];
  const servers: boolean[] = [];
  async function* numbers(db: { sql: ReturnType<typeof systemDb>["sql"] }) {
    for (let number = servers.length; number < 3; number++) {
      const [row] = await db.sql<{ isReplica: boolean }[]>`select pg_is_in_recovery() as is_replica`;
      servers.push(row?.isReplica ?? false);
      yield number;
    }
  }
  const stream = streamAsOrganisation(scope, numbers);
  expect((await stream.next()).value).toBe(0);
  parts.push((await file.bytes.next()).value ?? new Uint8Array());
  await database.killReplica();
  for await (const part of file.bytes) parts.push(part);
  expect([(await stream.next()).value, (await stream.next()).value, servers]).toEqual([
    1,
    2,
    [true, false, false],
  ]);
  expect((await slow)[0]?.isReplica).toBe(false);
  const lines = Buffer.concat(parts).toString().trimEnd().split("\r\n");
  expect([lines.length, new Set(lines).size]).toEqual([451, 451]);
  const results = await Promise.all(Array.from({ length: 20 }, () => readName()));
  expect(results.every((row) => row?.isReplica === false)).toBe(true);
  await database.startReplica();
  await expect.poll(isUsable, { timeout: 10_000 }).toBe(true);
  expect(await readName()).toMatchObject({ isReplica: true });
});

test("after a change a member reads from the primary until the replica must have it", async () => {
  const organisation = `Org ${newId("organisation")}`;
  await issueApiKey(COMMAND_LINE, { organisation, mode: "test" });
  const cookieOf = async (email: string) => {
    const password = "a password of some length";
    await addMember(COMMAND_LINE, { organisation, email, role: "owner", password });
    const { signInId } = await signIn({ email, password, address: "198.51.100.1", agent: "" });
    return `takings-sign-in=${await encode({ token: { signInId }, secret: env().authSecret ?? "" })}`;
  };
  const [one, other] = [await cookieOf("a@replica.test"), await cookieOf("b@replica.test")];
  const echo = endpoint({
    name: "echo",
    params: z.object({}),
    status: 200,
    response: z.boolean(),
    handle: async ({ toleratesLag = false }) => toleratesLag,
  });
  const ask = async (cookie: string, method = "GET") => {
    const request = new Request("http://localhost:3000/api/dashboard/echo", { method, headers: { cookie } });
    const response = await forMember(echo, "see_events")(request, { params: Promise.resolve({}) });
    return ((await response.json()) as { data: boolean }).data;
  };
  expect(await ask(one)).toBe(true);
  expect(await ask(one, "POST")).toBe(false);
  const changedAt = performance.now();
  expect([await ask(one), await ask(other)]).toEqual([false, true]);
  await expect.poll(() => ask(one), { interval: 20 }).toBe(true);
  expect(performance.now() - changedAt).toBeGreaterThan(MAX_LAG_MS - 100);
});

test("a server that is no replica, or of another cluster, is not read", async () => {
  await closePools();
  for (const name of ["settings", "pools", "replica"]) clearSingleton(name);
  process.env.DATABASE_REPLICA_URL = database.url;
  expect(await readName()).toMatchObject({ isReplica: false });
  expect([isUsable(), replica().reads]).toEqual([false, { replica: 0, primary: 1 }]);
});
