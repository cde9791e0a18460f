/** Guarantee: while sending is paused no process sends any event, and afterwards each event is sent once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { POST } from "@/app/api/jobs/deliver-webhooks/route";
import { systemDb, systemTx } from "@/lib/db/client";
import type { StatementListener } from "@/lib/db/connections/connect";
import { env } from "@/lib/env";
import { singleton } from "@/lib/process-singleton";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { bundleProgram, type Program, runProgram } from "@/lib/testing/program";
import { recordCredit } from "@/lib/transactions";
import { createIncomingCredit, openTestSession } from "@/lib/transactions/testing/sessions";
import { replayDelivery } from "./deliveries/replay";
import { getSendingPause, pauseSending, resumeSending } from "./pause";
import { deliverDue } from "./sending/run-delivery-job";
import { startSender, stopSender, wakeSender } from "./sending/sender-loop";
import {
  addSecret,
  insertMissingSessions,
  makeDeliveries,
  makeOrganisation,
  readDelivery,
} from "./testing/deliveries";
import { startReceiver } from "./testing/receiver";

process.env.WEBHOOK_TIMEOUT_MS = "2000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
const database = useTestDatabase();

/** A sender in a separate process; it writes `claimed` for each of its claims. */
const SENDER = `
  import { singleton } from "@/lib/process-singleton";
  import { closePools } from "@/lib/db/client";
  import { startSender, stopSender, wakeSender } from "@/lib/webhooks";
  singleton("hearing", () => (role, planning, text) => {
    if (text.includes("endpoint_slots as materialized")) process.stdout.write("claimed ");
  });
  startSender();
  setInterval(wakeSender, 50);
  process.stdin.on("end", async () => {
    await stopSender();
    await closePools();
    process.exit(0);
  }).resume();
`;
let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let claims = 0;

beforeAll(async () => {
  bundle = await bundleProgram(SENDER);
  singleton<StatementListener>("hearing", () => (_role, _planning, text) => {
    if (text.includes("endpoint_slots as materialized")) claims++;
  });
});
afterAll(() => bundle.remove());

const BACKUP_TAKEN_AT = new Date("2026-11-20T09:00:00.000Z");
const pause = (backupTakenAt = BACKUP_TAKEN_AT) =>
  systemTx(({ sql }) => pauseSending(sql, { backupTakenAt }));

beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
  await systemDb().sql`delete from service_state`;
});
afterEach(stopSender);

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 5_000, interval: 10 });

/** Resolves when the sender of this process has made two more claims. */
async function claimedTwice(): Promise<void> {
  for (let time = 0; time < 2; time++) {
    const before = claims;
    wakeSender();
    await soon(() => expect(claims).toBeGreaterThan(before));
  }
}

const untouched = { state: "pending", attemptCount: 0 };

test("the sender sends nothing during the pause, and each event once afterwards", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  await pause();
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count: 3 });
  startSender();
  await claimedTwice();
  for (const id of ids) expect(await readDelivery(id)).toMatchObject(untouched);
  expect(receiver.received).toHaveLength(0);
  expect(await resumeSending({ skipBacklog: false })).toEqual({ resumed: true, skipped: 0 });
  for (const id of ids)
    await soon(async () =>
      expect(await readDelivery(id)).toMatchObject({ state: "delivered", attemptCount: 1 }),
    );
  expect(receiver.received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual([...ids].sort());
});

test("a paused sender sleeps as if nothing were due", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  await pause();
  await makeDeliveries({ ...organisation, url: receiver.url, count: 3 });
  startSender();
  await claimedTwice();
  const before = claims;
  const startedAt = performance.now();
  const report = await deliverDue({ budgetMs: 10_000 });
  expect(report).toEqual({ attempted: 0, delivered: 0, failed: 0, remaining: 0 });
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  // The call's own claim, and at most one of the sender's.
  expect(claims - before).toBeLessThanOrEqual(2);
});

test("the job route sends nothing and reports it", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  await pause();
  const [id = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
  const headers = { authorization: `Bearer ${env().jobSecret}` };
  const request = new Request("http://localhost/api/jobs/deliver-webhooks", { method: "POST", headers });
  const response = await POST(request, { params: Promise.resolve({}) });
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({
    success: true,
    data: { attempted: 0, delivered: 0, failed: 0, remaining: 0 },
  });
  expect(await readDelivery(id)).toMatchObject(untouched);
  expect(receiver.received).toHaveLength(0);
});

test("recording leases nothing to the sender", async () => {
  const receiver = await startReceiver();
  const session = await openTestSession("test", receiver.url);
  await addSecret(session.scope.organisationId, newSigningSecret(), null);
  startSender();
  await claimedTwice();
  await pause();
  await recordCredit(createIncomingCredit({ account: session.account }));
  await claimedTwice();
  const rows = await systemDb().sql<{ id: string }[]>`
    select id from webhook_deliveries where session_id = ${session.sessionId}`;
  expect(rows).toHaveLength(1);
  expect(await readDelivery(rows[0]?.id ?? "")).toMatchObject(untouched);
  expect(receiver.received).toHaveLength(0);
  await resumeSending({ skipBacklog: false });
  await soon(() => expect(receiver.received).toHaveLength(1));
});

test("a replayed event waits too", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  const [id = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
  await insertMissingSessions();
  await deliverDue({ budgetMs: 3_000 });
  expect(receiver.received).toHaveLength(1);
  await pause();
  expect(
    await replayDelivery({ organisationId: organisation.organisationId, mode: "test" }, id as "evt_"),
  ).toBe(true);
  startSender();
  await claimedTwice();
  expect(receiver.received).toHaveLength(1);
});

test("two processes respect one pause and afterwards send no event twice", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  await pause();
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count: 100 });
  const other: Program = runProgram(bundle.file, [], {
    DATA_DIR: process.env.DATA_DIR ?? "",
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  });
  try {
    await other.waitForOutput("claimed claimed claimed");
    startSender();
    await claimedTwice();
    expect(receiver.received).toHaveLength(0);
    await resumeSending({ skipBacklog: false });
    await soon(async () => {
      const [left] = await systemDb().sql<{ count: number }[]>`
        select count(*)::int as count from webhook_deliveries where state = 'pending'`;
      expect(left?.count).toBe(0);
    });
    expect(receiver.received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual([...ids].sort());
  } finally {
    await other.finish();
  }
}, 30_000);

test("the backup's backlog can be skipped: it is marked as failed and can be replayed; newer events are sent", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  const [old = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
  const [retried = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
  await systemDb()
    .sql`update webhook_deliveries set due_at = now() + interval '1 hour', attempt_count = 2 where id = ${retried}`;
  await systemDb()
    .sql`update webhook_deliveries set created_at = ${BACKUP_TAKEN_AT.toISOString()}::timestamptz`;
  await insertMissingSessions();
  await pause();
  const [fresh = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
  expect(await resumeSending({ skipBacklog: true })).toEqual({ resumed: true, skipped: 2 });
  expect(await deliverDue({ budgetMs: 3_000 })).toMatchObject({ attempted: 1, delivered: 1 });
  expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toEqual([fresh]);
  for (const id of [old, retried]) expect(await readDelivery(id)).toMatchObject({ state: "failed" });
  await replayDelivery({ organisationId: organisation.organisationId, mode: "test" }, old as "evt_");
  expect(await deliverDue({ budgetMs: 3_000 })).toMatchObject({ attempted: 1, delivered: 1 });
});

test("a pause has its start and its backup's time; without a pause nothing is resumed", async () => {
  expect(await getSendingPause()).toBeNull();
  expect(await resumeSending({ skipBacklog: true })).toEqual({ resumed: false, skipped: 0 });
  await pause();
  expect(await getSendingPause()).toEqual({ since: expect.any(Date), backupTakenAt: BACKUP_TAKEN_AT });
});
