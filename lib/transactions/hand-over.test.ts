/** Guarantee: what recording hands to the sender goes at once, is nobody else's meanwhile, and is never lost or sent twice. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { assertDefined } from "@/lib/core/assert";
import { systemDb } from "@/lib/db/client";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import {
  endpointId,
  type ImmediateSend,
  NO_IMMEDIATE_SEND,
  sendAtOnce,
  startSender,
  stopSender,
} from "@/lib/webhooks";
import { addSecret, claimAll, occupy, readAttempts, readDelivery } from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { recordCredit } from "./record";
import { toRecordingRow } from "./recording-row";
import { insertTransactions } from "./statement";
import { incoming, openTestSession } from "./testing/sessions";

process.env.WEBHOOK_TIMEOUT_MS = "5000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

const LEASED: ImmediateSend = { leaseMs: 30_000, full: [] };

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let session: Awaited<ReturnType<typeof openTestSession>>;
let destination: Parameters<typeof occupy>[0];
let secret: string;
beforeEach(async () => {
  await systemDb().sql`delete from deliveries`;
  receiver = await startReceiver();
  session = await openTestSession("test", receiver.url);
  secret = newSigningSecret();
  await addSecret(session.scope.organisationId, secret, null);
  destination = {
    endpointId: endpointId(session.scope, receiver.url),
    origin: new URL(receiver.url).origin,
  };
});
afterEach(stopSender);

/** Writes so many payments in one statement. */
function write(count: number, handOver: ImmediateSend) {
  const arrivals = Array.from({ length: count }, (_, position) =>
    toRecordingRow(incoming({ account: session.account }), position),
  );
  return insertTransactions(systemDb(), arrivals, { handOver });
}
const handedOf = async (count: number, handOver: ImmediateSend) =>
  (await write(count, handOver)).filter(({ handed }) => handed !== null).length;
const deliveries = () => systemDb().sql<{ id: string; attempts: number; isDue: boolean }[]>`
  select id, attempt_count as attempts, due_at <= clock_timestamp() as "isDue" from deliveries order by id`;
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 3_000, interval: 10 });

test("an event that is handed over is leased as it is written, and carries what its stored row does", async () => {
  const [written] = await write(1, LEASED);
  const handed = assertDefined(written?.handed, "it is handed over");
  const [row] = await deliveries();
  expect(row).toMatchObject({ attempts: 1, isDue: false });
  expect(written?.isEventDue).toBe(false);
  expect(handed).toMatchObject({
    ...destination,
    url: receiver.url,
    storedSecrets: [expect.stringMatching(/^v1\./)],
  });
  expect(handed.body).toBe((await readDelivery(row?.id ?? ""))?.body);
  expect(await claimAll()).toEqual([]);
});

test("without a sender nothing is handed over, and the event waits to be claimed", async () => {
  const [written] = await write(1, NO_IMMEDIATE_SEND);
  expect(written).toMatchObject({ handed: null, isEventDue: true });
  expect(await deliveries()).toMatchObject([{ attempts: 0, isDue: true }]);
  expect(await claimAll()).toHaveLength(1);
});

test("one statement hands over four events an endpoint, and the rest wait to be claimed", async () => {
  const written = await write(7, LEASED);
  expect(written.filter(({ handed }) => handed)).toHaveLength(4);
  expect(written.filter(({ isEventDue }) => isEventDue)).toHaveLength(3);
  expect(await claimAll()).toHaveLength(3);
});

test.each([
  ["failing", "health = 'failing', probe_at = now() + interval '1 hour'"],
  ["resting", "health = 'resting', probe_at = now() - interval '1 hour'"],
  ["paused", "health = 'paused', pause_reason = 'person'"],
])("nothing is handed over for an endpoint that is %s", async (_, change) => {
  await systemDb().sql.unsafe(`update endpoints set ${change} where id = '${destination.endpointId}'`);
  expect(await handedOf(2, LEASED)).toBe(0);
});

test("nothing is handed over where the endpoint or its origin has no room", async () => {
  expect(await handedOf(1, { ...LEASED, full: [destination.endpointId] })).toBe(0);
  expect(await handedOf(1, { ...LEASED, full: [destination.origin] })).toBe(0);
  expect(await handedOf(1, { ...LEASED, full: ["we_other", "https://other.example"] })).toBe(1);
});

test("a payment's event reaches its receiver by its first try, with no claim", async () => {
  startSender();
  // By then it has claimed for the last time in five seconds.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await recordCredit(incoming({ account: session.account }));
  await soon(() => expect(receiver.received).toHaveLength(1));
  const id = String(receiver.received[0]?.headers["webhook-id"]);
  await soon(async () =>
    expect(await readDelivery(id)).toMatchObject({ state: "delivered", attemptCount: 1 }),
  );
  expect(await readAttempts(id)).toMatchObject([{ number: 1, status: 200 }]);
});

test("a crowd at one endpoint is sent whole and once, by either way", async () => {
  startSender();
  await Promise.all(Array.from({ length: 300 }, () => recordCredit(incoming({ account: session.account }))));
  await soon(() => expect(receiver.received.length).toBeGreaterThanOrEqual(300));
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(300);
  expect(receiver.received).toHaveLength(300);
});

/** The first event of a session, leased to this process. */
async function leased() {
  const arrival = toRecordingRow(incoming({ account: session.account }), 0);
  const [written] = await insertTransactions(systemDb(), [arrival], { handOver: LEASED });
  const first = { attemptNumber: 1, uncountedAttempts: 0, isProbe: false, isInterim: false };
  const { sessionId, scope } = session;
  const handed = assertDefined(written?.handed, "it is handed over");
  return { id: arrival.delivery_id, sessionId, ...scope, ...handed, ...first };
}

test("what finds no room after all is due again, and goes when there is room", async () => {
  startSender();
  const leave = occupy(destination);
  sendAtOnce(await leased());
  await soon(async () => expect(await deliveries()).toMatchObject([{ attempts: 0, isDue: true }]));
  expect(receiver.received).toHaveLength(0);
  leave();
  await soon(() => expect(receiver.received).toHaveLength(1));
});

test("what is handed over when the sender has stopped is due again", async () => {
  startSender();
  const event = await leased();
  await stopSender();
  sendAtOnce(event);
  await soon(async () => expect(await deliveries()).toMatchObject([{ attempts: 0, isDue: true }]));
  expect(receiver.received).toHaveLength(0);
});
