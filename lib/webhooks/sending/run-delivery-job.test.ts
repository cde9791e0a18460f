import postgres from "postgres";
import { beforeEach, expect, test } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { terminateConnections, useTestDatabase } from "@/lib/testing/database";
import { untilWaitingForLock } from "@/lib/testing/lock-waits";
import { attemptDelivery } from "../attempts/attempt";
import {
  ALL_SLOTS,
  addSecret,
  makeAllDue,
  makeDeliveries,
  makeOrganisation,
  readAttempts,
  readDelivery,
  toSendable,
} from "../testing/deliveries";
import { type Answer, isSignedBy, startReceiver } from "../testing/receiver";
import { claimDueDeliveries } from "./claim";
import { recordAttempt } from "./record";
import { deliverDue } from "./run-delivery-job";

process.env.WEBHOOK_TIMEOUT_MS = "1500";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "5000,30000,120000";
const database = useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
});

const round = () => deliverDue({ budgetMs: 5_000 });

async function setUp(answer?: Answer, count = 1) {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver(answer);
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count });
  return { ...organisation, receiver, ids, id: ids[0] ?? "" };
}

test("a healthy receiver gets each event once, with its stored bytes, its id and a valid signature", async () => {
  const { receiver, ids, secret } = await setUp(undefined, 40);
  expect(await round()).toEqual({ attempted: 40, delivered: 40, failed: 0, remaining: 0 });
  expect(receiver.received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual([...ids].sort());
  for (const got of receiver.received) {
    const row = await readDelivery(String(got.headers["webhook-id"]));
    expect(got.body.toString()).toBe(row?.body);
    expect(row).toMatchObject({ state: "delivered", attemptCount: 1 });
    expect(row?.deliveredAt).toBeInstanceOf(Date);
    expect(isSignedBy(got, [secret])).toBe(true);
  }
  expect(await round()).toEqual({ attempted: 0, delivered: 0, failed: 0, remaining: 0 });
});

const FAULTS: Array<[string, Answer, number | null]> = [
  ["answers 500", (response) => response.writeHead(500).end("sorry"), 500],
  ["redirects", (response) => response.writeHead(302, { location: "/" }).end(), 302],
  ["hangs", () => undefined, null],
  ["responds slowly", (response) => void response.writeHead(200).write("."), 200],
  ["resets", (response) => response.socket?.resetAndDestroy(), null],
];
test.each(FAULTS)("an event to a receiver that %s is retried by the schedule", async (_, answer, status) => {
  const { id } = await setUp(answer);
  expect(await round()).toEqual({ attempted: 1, delivered: 0, failed: 1, remaining: 0 });
  const row = await readDelivery(id);
  expect(row).toMatchObject({ state: "pending", attemptCount: 1, deliveredAt: null });
  expect(row?.dueInMs).toBeGreaterThan(3_000);
  expect(row?.dueInMs).toBeLessThanOrEqual(6_000);
  expect(await readAttempts(id)).toMatchObject([{ number: 1, status, error: expect.stringMatching(/\.$/) }]);
});

test("an event to an unreachable receiver is retried by the schedule", async () => {
  const { id, receiver } = await setUp();
  await new Promise((resolve) => receiver.server.close(resolve));
  expect(await round()).toMatchObject({ attempted: 1, failed: 1 });
  expect(await readAttempts(id)).toMatchObject([
    { status: null, error: "The receiver refused the connection." },
  ]);
});

test("every attempt has the same id and bytes, and the waits follow the schedule until it is used up", async () => {
  const { id, receiver, secret } = await setUp((response) => response.writeHead(503).end("down"));
  for (const plannedMs of [5_000, 30_000, 120_000]) {
    await round();
    const row = await readDelivery(id);
    expect(row?.state).toBe("pending");
    expect(row?.dueInMs).toBeGreaterThan(plannedMs * 0.8 - 2_000);
    expect(row?.dueInMs).toBeLessThanOrEqual(plannedMs * 1.2);
    await makeAllDue();
  }
  expect(await round()).toEqual({ attempted: 1, delivered: 0, failed: 1, remaining: 0 });
  expect(await readDelivery(id)).toMatchObject({ state: "failed", attemptCount: 4, deliveredAt: null });
  expect(await round()).toMatchObject({ attempted: 0 });
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"]))).toEqual(new Set([id]));
  expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
  expect(receiver.received.every((got) => isSignedBy(got, [secret]))).toBe(true);
  expect((await readAttempts(id)).map(({ number, excerpt }) => [number, excerpt?.toString()])).toEqual(
    [1, 2, 3, 4].map((number) => [number, "down"]),
  );
});

test("a receiver that recovers gets the missed events", async () => {
  const { id } = await setUp((response, number) => response.writeHead(number < 3 ? 500 : 200).end());
  for (let index = 0; index < 3; index++) {
    await round();
    await makeAllDue();
  }
  expect(await readDelivery(id)).toMatchObject({ state: "delivered", attemptCount: 3 });
});

test("an event that is not due yet is not sent", async () => {
  const { organisationId, receiver } = await setUp(undefined, 0);
  await makeDeliveries({ organisationId, url: receiver.url, dueInMs: 90_000 });
  expect(await round()).toEqual({ attempted: 0, delivered: 0, failed: 0, remaining: 0 });
});

test("two concurrent senders send no event twice", async () => {
  const { receiver, ids } = await setUp((response) => setTimeout(() => response.end(), 5), 200);
  const reports = await Promise.all([round(), round(), round()]);
  expect(reports.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(200);
  const got = receiver.received.map(({ headers }) => String(headers["webhook-id"]));
  expect(got).toHaveLength(200);
  expect(new Set(got)).toEqual(new Set(ids));
});

test("an event whose sender died is sent by another when the lease expires, and not before", async () => {
  const { id, receiver } = await setUp();
  expect(await claimDueDeliveries(ALL_SLOTS)).toHaveLength(1);
  expect((await readDelivery(id))?.dueInMs).toBeGreaterThan(14_000);
  expect(await round()).toMatchObject({ attempted: 0, remaining: 0 });
  expect(receiver.received).toHaveLength(0);
  await makeAllDue();
  expect(await round()).toMatchObject({ attempted: 1, delivered: 1 });
  expect(await readDelivery(id)).toMatchObject({ state: "delivered", attemptCount: 2 });
});

test("a sender that lost its lease does not change the event, and its attempt is saved", async () => {
  const { id } = await setUp((response) => response.writeHead(500).end());
  const [late] = await claimDueDeliveries(ALL_SLOTS);
  await makeAllDue();
  const [holder] = await claimDueDeliveries(ALL_SLOTS);
  if (!late || !holder) throw new Error("nothing was claimed");
  await recordAttempt(late, await attemptDelivery(toSendable(late)));
  expect(await readDelivery(id)).toMatchObject({ state: "pending", attemptCount: 2 });
  expect((await readDelivery(id))?.dueInMs).toBeGreaterThan(10_000);
  await recordAttempt(holder, { ...(await attemptDelivery(toSendable(holder))), ok: true });
  expect(await readDelivery(id)).toMatchObject({ state: "delivered", attemptCount: 2 });
  expect((await readAttempts(id)).map(({ number }) => number)).toEqual([1, 2]);
});

test("an event is signed with every secret in force, the newest first, and with no retired one", async () => {
  const { organisationId, receiver, secret } = await setUp(undefined, 0);
  const [retiring, retired] = [newSigningSecret(), newSigningSecret()];
  await addSecret(organisationId, retiring, 3_600);
  await addSecret(organisationId, retired, -1);
  await makeDeliveries({ organisationId, url: receiver.url });
  await round();
  expect(receiver.received[0] && isSignedBy(receiver.received[0], [secret, retiring])).toBe(true);
});

test("each organisation's events are signed with its own secret", async () => {
  const [one, two] = [await setUp(), await setUp()];
  expect(await round()).toMatchObject({ delivered: 2 });
  for (const { receiver, secret } of [one, two]) {
    expect(receiver.received.map((got) => isSignedBy(got, [secret]))).toEqual([true]);
  }
});

test("an event whose address is no longer allowed is not sent, and its attempt has the reason", async () => {
  const organisation = await makeOrganisation();
  const [id = ""] = await makeDeliveries({ ...organisation, url: "http://10.1.2.3/hook" });
  await round();
  expect(await readAttempts(id)).toMatchObject([
    { status: null, error: "Not sent: the address must not be a private or reserved address." },
  ]);
});

test("a run whose receiver hangs returns within its budget after at most four attempts", async () => {
  const { receiver } = await setUp(() => undefined, 200);
  const startedAt = performance.now();
  const report = await deliverDue({ budgetMs: 1_800 });
  expect(performance.now() - startedAt).toBeLessThan(3_500);
  expect(receiver.received).toHaveLength(4);
  expect(report).toMatchObject({ delivered: 0, remaining: 196 });
});

test("a short database outage while results are recorded loses none of them", async () => {
  const { ids } = await setUp(undefined, 4);
  const claimed = await claimDueDeliveries(ALL_SLOTS);
  const attempts = await Promise.all(claimed.map((delivery) => attemptDelivery(toSendable(delivery))));
  expect(attempts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const holder = postgres(database.ownerUrl, { max: 1 });
  await holder`begin`;
  await holder`lock table webhook_attempts in exclusive mode`;
  const recorded = Promise.all(
    claimed.map((delivery, index) =>
      recordAttempt(delivery, assertDefined(attempts[index], "each has its own")),
    ),
  );
  await untilWaitingForLock(1);
  // The connection that holds the lock is closed too, which releases the lock.
  await terminateConnections(database);
  await recorded;
  await holder.end();
  for (const id of ids) expect(await readDelivery(id)).toMatchObject({ state: "delivered" });
});
