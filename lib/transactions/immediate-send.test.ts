/** Guarantee: the event of a recorded payment is sent immediately after its commit, once, or is left to a later claim; it is never lost. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { newSigningSecret } from "@/lib/security/signing-secret";
import { useTestDatabase } from "@/lib/testing/database";
import { startSender, stopSender, webhookEndpointId } from "@/lib/webhooks";
import {
  addSecret,
  claimAll,
  occupyAllSlots,
  readAttempts,
  readDelivery,
} from "@/lib/webhooks/testing/deliveries";
import { startReceiver } from "@/lib/webhooks/testing/receiver";
import { recordCredit } from "./recording/record";
import { createIncomingCredit, openTestSession } from "./testing/sessions";

process.env.WEBHOOK_TIMEOUT_MS = "5000";
process.env.WEBHOOK_ALLOW_CIDRS = "127.0.0.0/8";
useTestDatabase();

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

const recordOne = () => recordCredit(createIncomingCredit({ account: session.account }));
const deliveries = () => systemDb().sql<{ id: string; attempts: number; isDue: boolean }[]>`
  select id, attempt_count as attempts, due_at <= clock_timestamp() as is_due from webhook_deliveries order by id`;
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 3_000, interval: 10 });

test("without a sender the event stays due and can be claimed", async () => {
  await recordOne();
  expect(await deliveries()).toMatchObject([{ attempts: 0, isDue: true }]);
  expect(await claimAll()).toHaveLength(1);
});

test("a payment's event is delivered by its first attempt, without waiting for the sender's timer", async () => {
  startSender();
  // By then it has made its last claim for the next five seconds.
  await new Promise((resolve) => setTimeout(resolve, 200));
  await recordOne();
  await eventually(() => expect(receiver.received).toHaveLength(1));
  const id = String(receiver.received[0]?.headers["webhook-id"]);
  await eventually(async () =>
    expect(await readDelivery(id)).toMatchObject({ state: "delivered", attemptCount: 1 }),
  );
  expect(await readAttempts(id)).toMatchObject([{ number: 1, status: 200 }]);
});

test("300 concurrent events of one endpoint are each sent exactly once", async () => {
  startSender();
  await Promise.all(Array.from({ length: 300 }, recordOne));
  await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(300));
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(300);
  expect(receiver.received).toHaveLength(300);
});

test("an event that exceeds the concurrency limit stays due and is sent when there is room", async () => {
  startSender();
  const release = occupyAllSlots(destination);
  await recordOne();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await deliveries()).toMatchObject([{ attempts: 0, isDue: true }]);
  expect(receiver.received).toHaveLength(0);
  release();
  await eventually(() => expect(receiver.received).toHaveLength(1));
});

test("an event that is recorded when the sender has stopped stays due", async () => {
  startSender();
  await stopSender();
  await recordOne();
  expect(await deliveries()).toMatchObject([{ attempts: 0, isDue: true }]);
  expect(receiver.received).toHaveLength(0);
});
