/** Guarantee: an event that recording leases to this process is sent immediately, by this process only, and never lost or sent twice. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { assertDefined } from "@/lib/core/errors/assert";
import { systemDb } from "@/lib/db/client";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import {
  type ImmediateSend,
  NO_IMMEDIATE_SEND,
  sendRecordedEvent,
  startSender,
  stopSender,
  webhookEndpointId,
} from "@/lib/webhooks";
import {
  addSecret,
  claimAll,
  occupyAllSlots,
  readAttempts,
  readDelivery,
} from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { insertTransactions } from "./recording/insert-transactions";
import { recordCredit } from "./recording/record";
import { toRecordingRow } from "./recording/recording-row";
import { createIncomingCredit, openTestSession } from "./testing/sessions";

process.env.WEBHOOK_TIMEOUT_MS = "5000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

const LEASED: ImmediateSend = { leaseMs: 30_000, fullDestinations: [] };

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let session: Awaited<ReturnType<typeof openTestSession>>;
let destination: Parameters<typeof occupyAllSlots>[0];
let secret: string;
beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
  receiver = await startReceiver();
  session = await openTestSession("test", receiver.url);
  secret = newSigningSecret();
  await addSecret(session.scope.organisationId, secret, null);
  destination = {
    endpointId: webhookEndpointId(session.scope, receiver.url),
    origin: new URL(receiver.url).origin,
  };
});
afterEach(stopSender);

/** Inserts a number of payments in one statement. */
function write(count: number, immediateSend: ImmediateSend) {
  const inputs = Array.from({ length: count }, (_, position) =>
    toRecordingRow(createIncomingCredit({ account: session.account }), position),
  );
  return insertTransactions(systemDb(), inputs, { immediateSend });
}
const countLeased = async (count: number, immediateSend: ImmediateSend) =>
  (await write(count, immediateSend)).filter(({ leasedEvent }) => leasedEvent !== null).length;
const deliveries = () => systemDb().sql<{ id: string; attempts: number; isDue: boolean }[]>`
  select id, attempt_count as attempts, due_at <= clock_timestamp() as is_due from webhook_deliveries order by id`;
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 3_000, interval: 10 });

test("an event for immediate sending is inserted with a lease and returned with its stored body", async () => {
  const [written] = await write(1, LEASED);
  const leasedEvent = assertDefined(written?.leasedEvent, "the event is leased");
  const [row] = await deliveries();
  expect(row).toMatchObject({ attempts: 1, isDue: false });
  expect(written?.isEventDue).toBe(false);
  expect(leasedEvent).toMatchObject({
    ...destination,
    url: receiver.url,
    storedSecrets: [expect.stringMatching(/^v1\./)],
  });
  expect(leasedEvent.body).toBe((await readDelivery(row?.id ?? ""))?.body);
  expect(await claimAll()).toEqual([]);
});

test("without a sender no event is leased, and the event can be claimed", async () => {
  const [written] = await write(1, NO_IMMEDIATE_SEND);
  expect(written).toMatchObject({ leasedEvent: null, isEventDue: true });
  expect(await deliveries()).toMatchObject([{ attempts: 0, isDue: true }]);
  expect(await claimAll()).toHaveLength(1);
});

test("one statement leases at most four events per endpoint, and the others can be claimed", async () => {
  const written = await write(7, LEASED);
  expect(written.filter(({ leasedEvent }) => leasedEvent)).toHaveLength(4);
  expect(written.filter(({ isEventDue }) => isEventDue)).toHaveLength(3);
  expect(await claimAll()).toHaveLength(3);
});

test.each([
  ["failing", "health = 'failing', next_probe_at = now() + interval '1 hour'"],
  ["backing_off", "health = 'backing_off', next_probe_at = now() - interval '1 hour'"],
  ["paused", "health = 'paused', pause_reason = 'person'"],
])("no event is leased for an endpoint that is %s", async (_, change) => {
  await systemDb().sql.unsafe(
    `update webhook_endpoints set ${change} where id = '${destination.endpointId}'`,
  );
  expect(await countLeased(2, LEASED)).toBe(0);
});

test("no event is leased if the endpoint or its origin is at its concurrency limit", async () => {
  expect(await countLeased(1, { ...LEASED, fullDestinations: [destination.endpointId] })).toBe(0);
  expect(await countLeased(1, { ...LEASED, fullDestinations: [destination.origin] })).toBe(0);
  expect(await countLeased(1, { ...LEASED, fullDestinations: ["we_other", "https://other.example"] })).toBe(
    1,
  );
});

test("a payment's event is delivered by its first attempt, without a claim", async () => {
  startSender();
  // By then it has made its last claim for the next five seconds.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await recordCredit(createIncomingCredit({ account: session.account }));
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const id = String(receiver.received[0]?.headers["webhook-id"]);
  await eventually(async () =>
    expect(await readDelivery(id)).toMatchObject({ state: "delivered", attemptCount: 1 }),
  );
  expect(await readAttempts(id)).toMatchObject([{ number: 1, status: 200 }]);
});

test("300 concurrent events of one endpoint are each sent exactly once", async () => {
  startSender();
  await Promise.all(
    Array.from({ length: 300 }, () => recordCredit(createIncomingCredit({ account: session.account }))),
  );
  await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(300));
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(300);
  expect(receiver.received).toHaveLength(300);
});

/** Inserts a payment and returns its event, leased to this process. */
async function leased() {
  const input = toRecordingRow(createIncomingCredit({ account: session.account }), 0);
  const [written] = await insertTransactions(systemDb(), [input], { immediateSend: LEASED });
  return { id: input.delivery_id, recorded: assertDefined(written, "the payment is recorded") };
}
const send = ({ id, recorded }: Awaited<ReturnType<typeof leased>>) =>
  sendRecordedEvent({ id, sessionId: session.sessionId, ...session.scope, isInterim: false }, recorded);

test("a leased event that exceeds the concurrency limit becomes due again and is sent when there is room", async () => {
  startSender();
  const release = occupyAllSlots(destination);
  send(await leased());
  await eventually(async () => expect(await deliveries()).toMatchObject([{ attempts: 0, isDue: true }]));
  expect(receiver.received).toHaveLength(0);
  release();
  await eventually(() => expect(receiver.received).toHaveLength(1));
});

test("an event leased when the sender has stopped becomes due again", async () => {
  startSender();
  const event = await leased();
  await stopSender();
  send(event);
  await eventually(async () => expect(await deliveries()).toMatchObject([{ attempts: 0, isDue: true }]));
  expect(receiver.received).toHaveLength(0);
});
