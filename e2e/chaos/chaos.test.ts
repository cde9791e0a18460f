/** Guarantee: a broken promise is seen. Each check is shown books that break it, and true ones. */
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import {
  checkDelivered,
  checkQueued,
  checkStored,
  checkSums,
  type StoredDelivery,
  type StoredTransaction,
  sumsBy,
} from "./checks";
import { FAULTS } from "./faults";
import { Inbox } from "./inbox";
import { Ledger, type Payment, statusesBy, type Word } from "./ledger";
import { readOptions } from "./options";
import { Traffic } from "./traffic";

const said = (...statuses: Word["status"][]): Word[] =>
  statuses.map((status) => ({ status, isAcknowledged: true }));
const unheard = (status: Word["status"]): Word => ({ status, isAcknowledged: false });

const paid = (more: Partial<Payment> = {}): Payment => ({
  provider: "paystack",
  key: "key-1",
  sessionId: "ses_1",
  amount: 250_050n,
  channel: "bank_transfer",
  terminalId: "",
  words: said("pending", "successful"),
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

describe("what is stored", () => {
  test("true books break nothing", () => {
    expect(checkStored(ledgerOf(paid()), [stored()])).toEqual([]);
  });

  test.each<[string, Payment, StoredTransaction[]]>([
    ["lost", paid(), []],
    ["lost", paid({ words: [...said("pending"), unheard("successful")] }), []],
    ["stored twice", paid(), [stored(), stored({ id: "txn_2" })]],
    ["stored otherwise", paid(), [stored({ amount: 250_049n })]],
    ["stored otherwise", paid(), [stored({ sessionId: "ses_2" })]],
    ["stored otherwise", paid({ terminalId: "pos_1", channel: "pos" }), [stored({ channel: "pos" })]],
    ["status lost", paid(), [stored({ status: "pending" })]],
    ["never acknowledged", paid({ words: [unheard("successful")] }), [stored()]],
    ["stored but never sent", paid(), [stored(), stored({ id: "txn_2", key: "key-2" })]],
  ])("%s is told", (check, payment, rows) => {
    expect(kinds(checkStored(ledgerOf(payment), rows))).toContain(check);
  });

  test("what was not acknowledged may be stored or not, and in either status", () => {
    const payment = paid({ words: [...said("pending"), unheard("successful")] });
    for (const status of ["pending", "successful"] as const) {
      expect(kinds(checkStored(ledgerOf(payment), [stored({ status })]))).toEqual(["never acknowledged"]);
    }
    expect(kinds(checkStored(ledgerOf(paid({ words: [unheard("failed")] })), []))).toEqual([
      "never acknowledged",
    ]);
  });

  test("a late word of pending changes nothing", () => {
    expect(statusesBy(said("successful", "pending"))).toEqual(["successful"]);
    expect(statusesBy(said("pending", "failed", "successful"))).toEqual(["pending", "failed"]);
  });
});

describe("what is queued", () => {
  test("one event for each status breaks nothing", () => {
    expect(checkQueued(ledgerOf(paid()), [stored()], both)).toEqual([]);
  });

  test.each<[string, StoredDelivery[]]>([
    ["event missing", [delivery()]],
    ["event missing", [...both, delivery({ id: "evt_2" })]],
    ["event of nothing", [...both, delivery({ id: "evt_2", status: "failed" })]],
    ["event of nothing", [...both, delivery({ id: "evt_2", transactionId: "txn_9" })]],
  ])("%s is told", (check, deliveries) => {
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

describe("what the receivers were sent", () => {
  test("the same event again breaks nothing", () => {
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
  ])("%s is told", (check, posts) => {
    const inbox = new Inbox(SECRET);
    for (const one of posts) inbox.take(one);
    expect(kinds(inbox.violations)).toEqual([check]);
  });

  test("where the clock is moved on purpose, an old timestamp says nothing", () => {
    const inbox = new Inbox(SECRET, false);
    inbox.take(post("evt_1", EVENT, SECRET, 0));
    expect(inbox.violations).toEqual([]);
  });

  test.each<[string, StoredDelivery[], object, boolean]>([
    ["undelivered", [delivery()], EVENT, false],
    ["undelivered", [...both], EVENT, true],
    ["delivery not recorded", [delivery({ state: "pending" })], EVENT, true],
    ["event says otherwise", [delivery()], { ...EVENT, data: { ...EVENT.data, amount: "2500.49" } }, true],
    ["event says otherwise", [delivery()], { ...EVENT, session_id: "ses_2" }, true],
    ["webhook-id of nothing", [], EVENT, true],
  ])("%s is told", (check, deliveries, event, isAccepted) => {
    const inbox = new Inbox(SECRET);
    const receipt = inbox.take(post("evt_1", event));
    if (isAccepted) inbox.accept(receipt);
    expect(kinds(checkDelivered(deliveries, [stored()], inbox.receipts))).toEqual([check]);
  });
});

describe("the sums", () => {
  const ledger = ledgerOf(
    paid(),
    paid({ key: "key-2", channel: "pos", terminalId: "pos_1", amount: 100n, words: said("successful") }),
    paid({ key: "key-3", words: said("failed") }),
    paid({ key: "key-4", sessionId: "ses_2" }),
  );

  test("are of successful payments, the counts of all", () => {
    expect(sumsBy(ledger, "ses_1")).toEqual({
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
    expect(checkSums("ses_1", sumsBy(ledger, "ses_1"), sumsBy(ledger, "ses_1"))).toEqual([]);
  });

  test("a kobo, a payment or a terminal too many is told", () => {
    const told = sumsBy(ledger, "ses_1");
    const wrong = {
      ...told,
      failedCount: 2,
      volumes: { ...told.volumes, total: 250_151n, "terminal pos_2": 1n },
    };
    expect(checkSums("ses_1", told, wrong)).toHaveLength(3);
  });
});

describe("the answers", () => {
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
    await traffic.ask(get);
    expect(kinds(traffic.violations)).toEqual(expected);
  });

  test("no answer within the limit is told", async () => {
    const traffic = await trafficTo(() => undefined);
    await traffic.ask({ ...get, limitMs: 50 });
    expect(kinds(traffic.violations)).toEqual(["no answer"]);
  });

  test("a connection cut off is told, but not while the service is away", async () => {
    const traffic = await trafficTo((request) => request.socket.destroy());
    const from = performance.now();
    await traffic.ask(get);
    traffic.judgeCuts([{ from, to: Number.POSITIVE_INFINITY }]);
    expect(traffic.violations).toEqual([]);
    await traffic.ask(get);
    traffic.judgeCuts([{ from: 0, to: from }]);
    expect(kinds(traffic.violations)).toEqual(["cut off by a living service"]);
  });

  test("a service that answers only 503 has not recovered", async () => {
    let status = 503;
    const traffic = await trafficTo((_request, response) => response.writeHead(status).end());
    const endedAt = performance.now();
    await traffic.ask(get);
    expect(await traffic.recovery(endedAt, 50)).toBeUndefined();
    status = 200;
    await traffic.ask(get);
    expect(await traffic.recovery(endedAt, 2_000)).toBeGreaterThan(0);
  });
});

describe("a run", () => {
  test("takes a seed, some faults, a number of rounds and a path", () => {
    const options = readOptions(["--seed", "4", "--only", "kill-app,freeze", "--rounds", "2"], FAULTS);
    expect(options).toMatchObject({ seed: 4, rounds: 2, rate: 100, report: undefined });
    expect(options.faults.map(({ name }) => name)).toEqual(["kill-app", "freeze"]);
    expect(() => readOptions(["--only", "earthquake"], FAULTS)).toThrow("earthquake");
    expect(() => readOptions(["--rounds", "many"], FAULTS)).toThrow("--rounds");
  });

  test("has the twelve faults, each under a name of its own", () => {
    expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(12);
  });
});
