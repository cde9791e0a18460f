import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { deliverDue } from "./sending/run-delivery-job";
import { startSender, stopSender, wakeSender } from "./sending/sender-loop";
import { makeDeliveries, makeOrganisation } from "./testing/deliveries";
import { type Answer, type Received, startReceiver } from "./testing/receiver";

process.env.WEBHOOK_TIMEOUT_MS = "4000";
process.env.WEBHOOK_RETRY_SCHEDULE_MS = "500,500,500,1000";
const database = useTestDatabase();

/** A proxy between the service and its database, which can be switched off. */
const proxy = {
  sockets: new Set<Socket>(),
  server: undefined as Server | undefined,
  port: 0,
  isDown: false,
};

beforeAll(async () => {
  const { hostname, port } = new URL(database.url);
  proxy.server = createServer((client) => {
    if (proxy.isDown) return client.destroy();
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      proxy.sockets.add(one);
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => proxy.server?.listen(0, "127.0.0.1", resolve));
  const address = proxy.server.address();
  const through = new URL(database.url);
  through.port = String(typeof address === "object" ? address?.port : 0);
  process.env.DATABASE_URL = through.href;
  for (const name of ["settings", "pools"]) Reflect.deleteProperty(globalThis, Symbol.for(`takings.${name}`));
});
afterAll(() => {
  proxy.server?.close();
});

beforeEach(async () => {
  await systemDb().sql`delete from webhook_deliveries`;
});
afterEach(stopSender);

const until = (check: () => unknown, timeoutMs: number) =>
  vi.waitFor(check, { timeout: timeoutMs, interval: 20 });

const idsOf = (received: Received[]) => received.map(({ headers }) => String(headers["webhook-id"]));

const BAD: Answer[] = [
  () => undefined,
  (response) => response.writeHead(500).end(),
  (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("."), 1_000);
    response.on("close", () => clearInterval(timer));
  },
  (response) => response.socket?.resetAndDestroy(),
];

test("54 of 60 receivers hang, respond slowly, disconnect or answer 500, and do not delay the other six", async () => {
  const organisation = await makeOrganisation();
  const healthy = await Promise.all(Array.from({ length: 6 }, () => startReceiver()));
  const bad = await Promise.all(
    Array.from({ length: 54 }, (_, index) => startReceiver(BAD[index % BAD.length])),
  );
  const receivers = [...healthy, ...bad];
  const sent = new Map<string, number>();
  // Enough events for the slow receivers to occupy every slot, if they could.
  for (const { url } of bad) await makeDeliveries({ ...organisation, url, count: 30 });
  startSender();
  for (let number = 0; number < 300; number++) {
    const receiver = receivers[number % receivers.length];
    if (!receiver) throw new Error("there is no receiver");
    const [id = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
    if (number % receivers.length < 6) sent.set(id, Date.now());
    wakeSender();
    await sleep(5);
  }
  await until(() => expect(healthy.flatMap(({ received }) => received)).toHaveLength(sent.size), 5_000);
  const waitsMs = healthy.flatMap(({ received }) =>
    received.map(({ headers, at }) => at - (sent.get(String(headers["webhook-id"])) ?? 0)),
  );
  // Shorter than one attempt at a receiver that hangs, on a machine that is busy with other tests.
  expect(Math.max(...waitsMs)).toBeLessThan(3_500);
  expect(new Set(healthy.flatMap(({ received }) => idsOf(received))).size).toBe(sent.size);
}, 60_000);

test("twenty concurrent calls and the sender send each event once, within the limit of each origin", async () => {
  const organisation = await makeOrganisation();
  let [inFlight, most] = [0, 0];
  const receiver = await startReceiver((response) => {
    most = Math.max(most, ++inFlight);
    setTimeout(() => {
      inFlight--;
      response.end();
    }, 20);
  });
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count: 1_000 });
  startSender();
  const reports = await Promise.all(Array.from({ length: 20 }, () => deliverDue({ budgetMs: 24_000 })));
  await until(() => expect(receiver.received).toHaveLength(1_000), 10_000);
  expect(reports.every(({ failed }) => failed === 0)).toBe(true);
  expect(idsOf(receiver.received).sort()).toEqual([...ids].sort());
  expect(most).toBeLessThanOrEqual(32);
  expect(most).toBeGreaterThan(16);
}, 30_000);

test("a receiver that recovers gets its backlog, which does not delay new events", async () => {
  const organisation = await makeOrganisation();
  const answers = { isUp: false };
  const receiver = await startReceiver((response) => response.writeHead(answers.isUp ? 200 : 500).end());
  await makeDeliveries({ ...organisation, url: receiver.url, count: 3_000 });
  startSender();
  await until(() => expect(receiver.received).toHaveLength(5), 5_000);
  answers.isUp = true;
  await until(() => expect(receiver.received.length).toBeGreaterThan(200), 10_000);
  for (let number = 0; number < 10; number++) {
    const [id = ""] = await makeDeliveries({ ...organisation, url: receiver.url });
    wakeSender();
    await until(() => expect(idsOf(receiver.received.slice(-400))).toContain(id), 1_500);
  }
  await until(() => expect(new Set(idsOf(receiver.received)).size).toBe(3_010), 30_000);
}, 60_000);

test("a sender that is woken while the database is down waits without blocking the process", async () => {
  proxy.isDown = true;
  for (const socket of proxy.sockets) socket.destroy();
  await systemDb().sql`select 1`.catch(() => undefined);
  wakeSender();
  startSender();
  const startedAt = performance.now();
  for (let turn = 0; turn < 10; turn++) {
    wakeSender();
    await sleep(20);
  }
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  proxy.isDown = false;
  const organisation = await vi.waitFor(makeOrganisation, { timeout: 5_000, interval: 100 });
  const receiver = await startReceiver();
  await makeDeliveries({ ...organisation, url: receiver.url });
  await until(() => expect(receiver.received).toHaveLength(1), 8_000);
}, 20_000);

test("the sender continues when the database is back after ten seconds", async () => {
  const organisation = await makeOrganisation();
  const receiver = await startReceiver((response) => setTimeout(() => response.end(), 300));
  const ids = await makeDeliveries({ ...organisation, url: receiver.url, count: 60 });
  startSender();
  await until(() => expect(receiver.received.length).toBeGreaterThan(0), 5_000);
  proxy.isDown = true;
  for (const socket of proxy.sockets) socket.destroy();
  await sleep(10_000);
  expect(new Set(idsOf(receiver.received)).size).toBeLessThan(60);
  proxy.isDown = false;
  await until(() => expect(new Set(idsOf(receiver.received))).toEqual(new Set(ids)), 40_000);
  await until(async () => {
    const [row] = await systemDb().sql<{ count: number }[]>`
      select count(*)::int as count from webhook_deliveries where state = 'delivered'`;
    expect(row?.count).toBe(60);
  }, 40_000);
}, 90_000);
