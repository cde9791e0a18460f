import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { terminateConnections, useTestDatabase } from "@/lib/testing/database";
import {
  makeAllDue,
  makeDeliveries,
  makeOrganisation,
  readAttempts,
  readDelivery,
} from "../testing/deliveries";
import { startReceiver } from "../testing/receiver";
import { startSender, stopSender, wakeSender } from "./sender-loop";

process.env.WEBHOOK_TIMEOUT_MS = "20000";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "100,100,100";
const database = useTestDatabase();

beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
});
afterEach(stopSender);

const soon = (check: () => unknown, timeoutMs = 3_000) =>
  vi.waitFor(check, { timeout: timeoutMs, interval: 10 });

/** Waits until the sender has found nothing to do and sleeps. */
const asleep = () => new Promise((resolve) => setTimeout(resolve, 150));

test("waking the sender right after a commit sends the event at once", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  startSender();
  await asleep();
  const [id = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
  const startedAt = Date.now();
  wakeSender();
  await soon(async () => expect((await readDelivery(id))?.state).toBe("delivered"));
  expect((receiver.received[0]?.at ?? 0) - startedAt).toBeLessThan(500);
});

test("without a wake-up the timer finds the event, and a retry when it is due", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver((response, number) =>
    response.writeHead(number < 3 ? 500 : 200).end(),
  );
  const [id = ""] = await makeDeliveries({ ...organisation, url: receiver.url, dueInMs: 300 });
  startSender();
  await soon(async () => expect((await readDelivery(id))?.state).toBe("delivered"));
  const [first = 0, second = 0, third = 0] = receiver.received.map(({ at }) => at);
  for (const waitMs of [second - first, third - second]) {
    expect(waitMs).toBeGreaterThanOrEqual(75);
    expect(waitMs).toBeLessThan(600);
  }
});

test("an event without a notification is found within the polling interval", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  startSender();
  await asleep();
  await makeDeliveries({ ...organisation, url: receiver.url });
  await soon(() => expect(receiver.received).toHaveLength(1), 6_000);
});

test("waking without a sender sends nothing, and a second start creates no second sender", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver((response) => setTimeout(() => response.end(), 50));
  await makeDeliveries({ ...organisation, url: receiver.url });
  wakeSender();
  await asleep();
  expect(receiver.received).toHaveLength(0);
  startSender();
  startSender();
  await soon(() => expect(receiver.received).toHaveLength(1));
});

test("another copy of this module uses the same sender", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  startSender();
  await asleep();
  vi.resetModules();
  const copy = await import("./sender-loop");
  expect(copy.wakeSender).not.toBe(wakeSender);
  copy.startSender();
  await makeDeliveries({ ...organisation, url: receiver.url, count: 20 });
  copy.wakeSender();
  await soon(() => expect(receiver.received).toHaveLength(20), 1_000);
  await copy.stopSender();
  await makeDeliveries({ ...organisation, url: receiver.url });
  wakeSender();
  await asleep();
  expect(receiver.received).toHaveLength(20);
});

test("a stop waits until an attempt in flight is recorded, and claims nothing more", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver((response) => setTimeout(() => response.end(), 400));
  const [id = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
  startSender();
  await soon(() => expect(receiver.received).toHaveLength(1));
  const later = await makeDeliveries({ ...organisation, url: receiver.url, count: 3, dueInMs: 200 });
  await stopSender();
  expect(await readDelivery(id)).toMatchObject({ state: "delivered" });
  expect(await readDelivery(later[0] ?? "")).toMatchObject({ state: "pending", attemptCount: 0 });
  expect(receiver.received).toHaveLength(1);
});

test("a stop aborts attempts that hang, and their events are due again at once", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver(() => undefined);
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count: 10 });
  startSender();
  await soon(() => expect(receiver.received).toHaveLength(4));
  const startedAt = Date.now();
  await stopSender();
  expect(Date.now() - startedAt).toBeLessThan(7_000);
  const rows = await Promise.all(ids.map(readDelivery));
  expect(rows.every((row) => row?.state === "pending" && row.dueInMs <= 0)).toBe(true);
  expect(await readAttempts(receiver.received[0]?.headers["webhook-id"]?.toString() ?? "")).toMatchObject([
    { number: 1, status: null, error: "The service stopped before the answer was there." },
  ]);
}, 15_000);

test("the sender continues after the database closes every connection", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver();
  startSender();
  await asleep();
  expect(await terminateConnections(database)).toBeGreaterThan(0);
  // The sender may not have reconnected in between.
  for (let index = 0; index < 2; index++) {
    wakeSender();
    await asleep();
    await terminateConnections(database);
  }
  await makeDeliveries({ ...organisation, url: receiver.url });
  await makeAllDue();
  wakeSender();
  await soon(() => expect(receiver.received).toHaveLength(1), 6_000);
});

test("a receiver that hangs does not delay later events", async () => {
  const organisation = await makeOrganisation();
  const hanging = await startReceiver(() => undefined);
  const healthy = await startReceiver();
  await makeDeliveries({ ...organisation, url: hanging.url, count: 5 });
  startSender();
  await soon(() => expect(hanging.received).toHaveLength(4));
  await makeDeliveries({ ...organisation, url: healthy.url });
  wakeSender();
  await soon(() => expect(healthy.received).toHaveLength(1), 1_000);
}, 15_000);
