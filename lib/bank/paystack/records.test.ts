import { afterEach, describe, expect, it } from "vitest";
import { listedVersion, readCredit } from "../stored";
import { startPaystackEmulator } from "../testing/emulators/paystack";
import { confirm, listSince } from "./records";

let bank: Awaited<ReturnType<typeof startPaystackEmulator>> | undefined;
afterEach(() => bank?.close());

const NOW = new Date("2026-11-24T12:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

async function start() {
  const secret = "sk_live_1";
  const started = await startPaystackEmulator({ secret });
  bank = started;
  const credentials = { PAYSTACK_SECRET_KEY: secret };
  return {
    bank: started,
    context: { credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" },
  };
}

describe("Paystack's record of a payment", () => {
  it("has the status, amount, currency and account", async () => {
    const { bank, context } = await start();
    const { key } = bank.ledger.pay("9930000902", 20_000n);
    expect(await confirm(key, context)).toEqual({
      status: "successful",
      amount: 20_000n,
      currency: "NGN",
      account: "9930000902",
    });
    bank.ledger.pay("9930000902", 1n, { key: "F1", status: "failed" });
    expect(await confirm("F1", context)).toMatchObject({ status: "failed" });
    bank.ledger.pay("9930000902", 1n, { key: "R1", status: "reversed" });
    expect(await confirm("R1", context)).toMatchObject({ status: "successful", reversal: "reversal" });
  });

  it("is unknown if there is none, or it is another payment's", async () => {
    const { bank, context } = await start();
    expect(await confirm("T404", context)).toEqual({ status: "unknown" });
    const other = { reference: "OTHER", amount: 5, status: "success" };
    bank.fail("GET /transaction/verify/:reference", { status: 200, body: { status: true, data: other } });
    expect(await confirm("T404", context)).toEqual({ status: "unknown" });
  });

  it.each(["error", "half", "rate_limited"] as const)("is unavailable if the answer is %s", async (fault) => {
    const { bank, context } = await start();
    bank.fail("GET /transaction/verify/:reference", fault);
    await expect(confirm("T1", context)).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe("Paystack's list of payments", () => {
  it("has a reversed payment as successful, with its reversal; version 1 read it as failed", async () => {
    const { bank, context } = await start();
    bank.ledger.pay("9930000902", 20_000n, { paidAt: minutesAgo(5), status: "reversed" });
    const { payments } = await listSince({ since: minutesAgo(60), until: NOW }, context);
    expect(payments[0]?.message).toMatchObject({ status: "successful", reversal: "reversal" });
    const body = Buffer.from(payments[0]?.body ?? "");
    expect(readCredit("paystack", listedVersion("paystack"), body)).toEqual(payments[0]?.message);
    const earlier = readCredit("paystack", -1, body);
    expect(earlier?.status).toBe("failed");
    expect(earlier).not.toHaveProperty("reversal");
  });

  it("is read page by page, from shortly before the watermark", async () => {
    const { bank, context } = await start();
    bank.ledger.pay("9930000902", 1n, { key: "OLD", paidAt: minutesAgo(90) });
    bank.ledger.pay("9930000902", 2n, { key: "OVERLAP", paidAt: minutesAgo(65) });
    for (let nth = 0; nth < 60; nth++) bank.ledger.pay("9930000902", 100n, { paidAt: minutesAgo(nth / 2) });
    const window = { since: minutesAgo(60), until: NOW };
    const first = await listSince(window, context);
    expect(first.payments).toHaveLength(50);
    const { nextCursor: cursor = "" } = first;
    const second = await listSince({ ...window, cursor }, context);
    expect(second.nextCursor).toBeUndefined();
    const keys = [...first.payments, ...second.payments].map(({ message }) =>
      message.kind === "credit" ? message.paymentKey : message.why,
    );
    expect(keys).toHaveLength(61);
    expect(new Set(keys).size).toBe(61);
    expect(keys).toContain("OVERLAP");
    expect(keys).not.toContain("OLD");
    expect(first.payments[0]?.message).toMatchObject({
      kind: "credit",
      amount: 100n,
      channel: "bank_transfer",
      account: "9930000902",
    });
    expect(JSON.parse(first.payments[0]?.body ?? "")).toMatchObject({ amount: "100" });
  });

  it("returns a malformed row as `unreadable` and still returns the other rows", async () => {
    const { bank, context } = await start();
    const data = [
      { reference: "R1", amount: 5, status: "success", channel: "pos" },
      { reference: "R2" },
      "x",
    ];
    bank.fail("GET /transaction", { status: 200, body: { status: true, data } });
    const { payments } = await listSince({ since: NOW, until: NOW }, context);
    expect(payments.map(({ message }) => message.kind)).toEqual(["credit", "unreadable", "unreadable"]);
  });

  it("fails with the bank's reason", async () => {
    const { bank, context } = await start();
    bank.fail("GET /transaction", { status: 400, body: { status: false, message: "Bad from" } });
    await expect(listSince({ since: NOW, until: NOW }, context)).rejects.toMatchObject({
      code: "bank_refused",
      detail: expect.stringContaining("Bad from"),
    });
  });
});
