/** Guarantee: violations are detected. Each check is run on data that violate it, and on correct data. */
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  checkDelivered,
  checkQueued,
  checkStored,
  checkSums,
  computeSums,
  type StoredDelivery,
  type StoredTransaction,
} from "./checks";
import { FAULTS } from "./faults";
import { Inbox } from "./inbox";
import { computeStatuses, Ledger, type Payment, type StatusUpdate } from "./ledger";
import { readOptions } from "./options";
import { Traffic } from "./traffic";

const acknowledgedUpdates = (...statuses: StatusUpdate["status"][]): StatusUpdate[] =>
  statuses.map((status) => ({ status, isAcknowledged: true }));
const unacknowledgedUpdate = (status: StatusUpdate["status"]): StatusUpdate => ({
  status,
  isAcknowledged: false,
});

const paid = (more: Partial<Payment> = {}): Payment => ({
  provider: "paystack",
  key: "key-1",
  sessionId: "ses_1",
  amount: 250_050n,
  channel: "bank_transfer",
  terminalId: "",
  updates: acknowledgedUpdates("pending", "successful"),
  ...more,
});
const stored = (more: Partial<StoredTransaction> = {}): StoredTransaction => ({
  id: "txn_1",
  provider: "paystack",
  key: "key-1",
  sessionId: "ses_1",
  amount: 250_050n,
  channel: "bank_transfer",
  terminalId: "",
  status: "successful",
  ...more,
});
const delivery = (more: Partial<StoredDelivery> = {}): StoredDelivery => ({
  id: "evt_1",
  transactionId: "txn_1",
  status: "successful",
  state: "delivered",
  attempts: 1,
  ...more,
});
const both = [delivery({ id: "evt_0", status: "pending" }), delivery()];

function ledgerOf(...payments: Payment[]): Ledger {
  const ledger = new Ledger();
  for (const payment of payments) ledger.add(payment);
  return ledger;
}
const kinds = (found: readonly { check: string }[]) => found.map(({ check }) => check);

describe("the stored transactions", () => {
  test("are accepted if they are correct", () => {
    expect(checkStored(ledgerOf(paid()), [stored()])).toEqual([]);
  });

  test.each<[string, Payment, StoredTransaction[]]>([
    ["lost", paid(), []],
    ["lost", paid({ updates: [...acknowledgedUpdates("pending"), unacknowledgedUpdate("successful")] }), []],
    ["stored twice", paid(), [stored(), stored({ id: "txn_2" })]],
    ["stored with other values", paid(), [stored({ amount: 250_049n })]],
    ["stored with other values", paid(), [stored({ sessionId: "ses_2" })]],
    ["stored with other values", paid({ terminalId: "pos_1", channel: "pos" }), [stored({ channel: "pos" })]],
    ["unexpected status", paid(), [stored({ status: "pending" })]],
    ["never acknowledged", paid({ updates: [unacknowledgedUpdate("successful")] }), [stored()]],
    ["stored but never sent", paid(), [stored(), stored({ id: "txn_2", key: "key-2" })]],
  ])("%s is detected", (check, payment, rows) => {
    expect(kinds(checkStored(ledgerOf(payment), rows))).toContain(check);
  });

  test("may or may not include an unacknowledged payment, in either status", () => {
    const payment = paid({
      updates: [...acknowledgedUpdates("pending"), unacknowledgedUpdate("successful")],
    });
    for (const status of ["pending", "successful"] as const) {
      expect(kinds(checkStored(ledgerOf(payment), [stored({ status })]))).toEqual(["never acknowledged"]);
    }
    expect(kinds(checkStored(ledgerOf(paid({ updates: [unacknowledgedUpdate("failed")] })), []))).toEqual([
      "never acknowledged",
    ]);
  });

  test("are unchanged by a late pending", () => {
    expect(computeStatuses(acknowledgedUpdates("successful", "pending"))).toEqual(["successful"]);
    expect(computeStatuses(acknowledgedUpdates("pending", "failed", "successful"))).toEqual([
      "pending",
      "failed",
    ]);
  });
});

describe("the queued events", () => {
  test("are accepted with one event for each status", () => {
    expect(checkQueued(ledgerOf(paid()), [stored()], both)).toEqual([]);
  });

  test.each<[string, StoredDelivery[]]>([
    ["not exactly one event", [delivery()]],
    ["not exactly one event", [...both, delivery({ id: "evt_2" })]],
    ["unexpected event", [...both, delivery({ id: "evt_2", status: "failed" })]],
    ["unexpected event", [...both, delivery({ id: "evt_2", transactionId: "txn_9" })]],
  ])("%s is detected", (check, deliveries) => {
    expect(kinds(checkQueued(ledgerOf(paid()), [stored()], deliveries))).toEqual([check]);
  });
});

const SECRET = `whsec_${Buffer.from("a secret of the test").toString("base64")}`;
const EVENT = {
  event: "transaction.received",
  session_id: "ses_1",
  data: { id: "txn_1", status: "successful", amount: "2500.50" },
};

function post(id: string, event: object = EVENT, secret = SECRET, atMs = Date.now()) {
  const body = JSON.stringify(event);
  const seconds = String(Math.floor(atMs / 1000));
  const key = Buffer.from(secret.slice(6), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return {
    body,
    headers: { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": `v1,${signature}` },
  };
}

describe("the events that the receivers got", () => {
  test("may include the same event again", () => {
    const inbox = new Inbox(SECRET);
    for (const turn of [post("evt_1"), post("evt_1")]) inbox.accept(inbox.take(turn));
    expect(inbox.violations).toEqual([]);
    expect(checkDelivered([delivery()], [stored()], inbox.receipts)).toEqual([]);
  });

  test.each<[string, ReturnType<typeof post>[]]>([
    ["doubled body", [post("evt_1"), post("evt_1", { ...EVENT, data: { ...EVENT.data, amount: "1.00" } })]],
    ["doubled id", [post("evt_1"), post("evt_2")]],
    ["signature", [post("evt_1", EVENT, `whsec_${Buffer.from("another").toString("base64")}`)]],
    ["signature", [post("evt_1", EVENT, SECRET, Date.now() - 3_600_000)]],
  ])("%s is detected", (check, posts) => {
    const inbox = new Inbox(SECRET);
    for (const one of posts) inbox.take(one);
    expect(kinds(inbox.violations)).toEqual([check]);
  });

  test("may have an old timestamp if the fault changes the clock", () => {
    const inbox = new Inbox(SECRET, false);
    inbox.take(post("evt_1", EVENT, SECRET, 0));
    expect(inbox.violations).toEqual([]);
  });

  test.each<[string, StoredDelivery[], object, boolean]>([
    ["undelivered", [delivery()], EVENT, false],
    ["undelivered", [...both], EVENT, true],
    ["delivery not recorded", [delivery({ state: "pending" })], EVENT, true],
    ["event with other values", [delivery()], { ...EVENT, data: { ...EVENT.data, amount: "2500.49" } }, true],
    ["event with other values", [delivery()], { ...EVENT, session_id: "ses_2" }, true],
    ["unknown webhook-id", [], EVENT, true],
  ])("%s is detected", (check, deliveries, event, isAccepted) => {
    const inbox = new Inbox(SECRET);
    const receipt = inbox.take(post("evt_1", event));
    if (isAccepted) inbox.accept(receipt);
    expect(kinds(checkDelivered(deliveries, [stored()], inbox.receipts))).toEqual([check]);
  });
});

describe("the sums", () => {
  const ledger = ledgerOf(
    paid(),
    paid({
      key: "key-2",
      channel: "pos",
      terminalId: "pos_1",
      amount: 100n,
      updates: acknowledgedUpdates("successful"),
    }),
    paid({ key: "key-3", updates: acknowledgedUpdates("failed") }),
    paid({ key: "key-4", sessionId: "ses_2" }),
  );

  test("are of successful payments, and the counts of all", () => {
    expect(computeSums(ledger, "ses_1")).toEqual({
      transactionCount: 3,
      successfulCount: 2,
      pendingCount: 0,
      failedCount: 1,
      volumes: {
        total: 250_150n,
        "count total": 2n,
        "channel bank_transfer": 250_050n,
        "count channel bank_transfer": 1n,
        "channel pos": 100n,
        "count channel pos": 1n,
        "terminal pos_1": 100n,
        "count terminal pos_1": 1n,
      },
    });
    expect(checkSums("ses_1", computeSums(ledger, "ses_1"), computeSums(ledger, "ses_1"))).toEqual([]);
  });

  test("are checked for a surplus kobo, payment or terminal", () => {
    const reported = computeSums(ledger, "ses_1");
    const wrong = {
      ...reported,
      failedCount: 2,
      volumes: { ...reported.volumes, total: 250_151n, "terminal pos_2": 1n },
    };
    expect(checkSums("ses_1", reported, wrong)).toHaveLength(3);
  });
});

describe("the responses", () => {
  let server: Server | undefined;
  afterEach(() => server?.closeAllConnections());

  async function trafficTo(listener: Parameters<typeof createServer>[1]): Promise<Traffic> {
    const listening = createServer(listener);
    server = listening;
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
    return new Traffic(`http://127.0.0.1:${(listening.address() as AddressInfo).port}`);
  }
  const get = { method: "GET", path: "/" } as const;

  test.each<[string, number, Record<string, string>, string[]]>([
    ["200", 200, {}, []],
    ["503 with Retry-After", 503, { "retry-after": "1" }, []],
    ["503 without it", 503, {}, ["503 without Retry-After"]],
    ["500", 500, {}, ["neither 2xx nor 503"]],
    ["404", 404, {}, ["neither 2xx nor 503"]],
  ])("%s is judged", async (_, status, headers, expected) => {
    const traffic = await trafficTo((_request, response) => response.writeHead(status, headers).end());
    await traffic.send(get);
    expect(kinds(traffic.violations)).toEqual(expected);
  });

  test("are checked against the time limit", async () => {
    const traffic = await trafficTo(() => undefined);
    await traffic.send({ ...get, limitMs: 50 });
    expect(kinds(traffic.violations)).toEqual(["no answer"]);
  });

  test("are checked for broken connections, except while the service is down", async () => {
    const traffic = await trafficTo((request) => request.socket.destroy());
    const from = performance.now();
    await traffic.send(get);
    traffic.assessCuts([{ from, to: Number.POSITIVE_INFINITY }]);
    expect(traffic.violations).toEqual([]);
    await traffic.send(get);
    traffic.assessCuts([{ from: 0, to: from }]);
    expect(kinds(traffic.violations)).toEqual(["cut off by a living service"]);
  });

  test("are not a recovery if all are 503", async () => {
    let status = 503;
    const traffic = await trafficTo((_request, response) => response.writeHead(status).end());
    const endedAt = performance.now();
    await traffic.send(get);
    expect(await traffic.recovery(endedAt, 50)).toBeUndefined();
    status = 200;
    await traffic.send(get);
    expect(await traffic.recovery(endedAt, 2_000)).toBeGreaterThan(0);
  });
});

describe("the command line", () => {
  test("accepts a seed, some faults, a number of rounds and a path", () => {
    const options = readOptions(["--seed", "4", "--only", "kill-app,freeze", "--rounds", "2"], FAULTS);
    expect(options).toMatchObject({ seed: 4, rounds: 2, rate: 100, report: undefined });
    expect(options.faults.map(({ name }) => name)).toEqual(["kill-app", "freeze"]);
    expect(() => readOptions(["--only", "earthquake"], FAULTS)).toThrow("earthquake");
    expect(() => readOptions(["--rounds", "many"], FAULTS)).toThrow("--rounds");
  });

  test("has the twelve faults, each with its own name", () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(12);
  });
});
