import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Credentials } from "@/lib/env";
import { readCredit } from "../stored";
import { startNombaEmulator } from "../testing/emulators/nomba";
import { provisionAccount } from "./accounts";
import { confirm } from "./confirm";
import { listSince } from "./list";

const SESSION = "ses_01m86m8an8bx56e7cbahqc5ne7";

let bank: Awaited<ReturnType<typeof startNombaEmulator>> | undefined;
afterEach(() => bank?.close());

async function start(given: Credentials = {}, subAccounts: string[] = []) {
  const client = { clientId: "client", clientSecret: "secret", accountId: "parent" };
  const started = await startNombaEmulator(client);
  bank = started;
  const credentials = {
    NOMBA_CLIENT_ID: client.clientId,
    NOMBA_CLIENT_SECRET: client.clientSecret,
    NOMBA_ACCOUNT_ID: client.accountId,
    ...given,
  };
  const context = {
    ...{ credentials, baseUrl: started.baseUrl, businessTimeZone: "Africa/Lagos" },
    listSubAccounts: async () => subAccounts,
  };
  const { accountNumber } = await provisionAccount({ reference: SESSION, name: "Afro Nation" }, context);
  return { bank: started, context, accountNumber };
}

const until = new Date("2026-11-24T12:00:00.000Z");
const since = new Date("2026-11-24T11:00:00.000Z");
const minutesBefore = (minutes: number) => new Date(until.getTime() - minutes * 60_000);

describe("Nomba's list of payments", () => {
  it("is read by limit and cursor, from shortly before the watermark", async () => {
    const { bank, context, accountNumber } = await start();
    bank.ledger.pay(accountNumber, 1n, { key: "OLD", paidAt: minutesBefore(90) });
    bank.ledger.pay(accountNumber, 1n, { key: "OVERLAP", paidAt: minutesBefore(65) });
    for (let nth = 0; nth < 55; nth++)
      bank.ledger.pay(accountNumber, 20_050n, { paidAt: minutesBefore(nth) });
    const first = await listSince({ since, until }, context);
    expect(first.payments[0]?.message).toMatchObject({
      kind: "credit",
      status: "successful",
      amount: 20_050n,
      channel: "bank_transfer",
      account: accountNumber,
      accountReference: SESSION,
      paidAt: until,
    });
    expect(first.payments[0]?.message).not.toHaveProperty("needsConfirmation");
    const second = await listSince({ since, until, cursor: first.nextCursor ?? "" }, context);
    expect(second.nextCursor).toBeUndefined();
    const keys = [...first.payments, ...second.payments].map(({ message }) =>
      message.kind === "credit" ? message.paymentKey : message.why,
    );
    expect(new Set(keys).size).toBe(56);
    expect(keys).toContain("OVERLAP");
    expect(keys).not.toContain("OLD");
  });

  it("is that of the sub-account if one is configured", async () => {
    const { bank, context, accountNumber } = await start({ NOMBA_SUB_ACCOUNT_ID: "sub-1" });
    bank.ledger.pay(accountNumber, 500n, { paidAt: minutesBefore(5) });
    expect((await listSince({ since, until }, context)).payments).toHaveLength(1);
    expect(bank.count("GET /v1/transactions/accounts/:subAccount")).toBe(1);
  });

  describe("with sub-accounts of organisations", () => {
    /** Makes 51 payments into an account of the sub-account, more than one page. */
    async function payInto(context: Parameters<typeof provisionAccount>[1], subAccountId: string) {
      const request = { reference: `${SESSION}-${subAccountId}`, name: "Afro Nation" };
      const share = { provider: "nomba", subAccountId } as const;
      const { accountNumber } = await provisionAccount({ ...request, share }, context);
      for (let nth = 0; nth < 51; nth++)
        bank?.ledger.pay(accountNumber, 500n, { key: `${subAccountId}-${nth}`, paidAt: minutesBefore(5) });
    }

    /** Reads every page and returns the keys of the payments. */
    async function listKeys(context: Parameters<typeof listSince>[1]) {
      const keys: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listSince({ since, until, ...(cursor !== undefined && { cursor }) }, context);
        for (const { message } of page.payments) if (message.kind === "credit") keys.push(message.paymentKey);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return keys;
    }

    it("is that of the parent and of each sub-account, every page once", async () => {
      const { context } = await start({ NOMBA_SUB_ACCOUNT_ID: "own|sub" }, ["a/1", "b"]);
      await payInto(context, "own|sub");
      await payInto(context, "a/1");
      await payInto(context, "b");
      const { accountNumber } = await provisionAccount(
        { reference: `${SESSION}-parent`, name: "Afro Nation" },
        { ...context, credentials: { ...context.credentials, NOMBA_SUB_ACCOUNT_ID: "" } },
      );
      bank?.ledger.pay(accountNumber, 500n, { key: "parent-0", paidAt: minutesBefore(5) });
      const keys = await listKeys(context);
      expect(keys.toSorted()).toEqual(bank?.ledger.payments.map(({ key }) => key).toSorted());
    });

    it("leaves out a sub-account whose list Nomba refuses, and is unavailable if one does not respond", async () => {
      const { bank, context } = await start({}, ["removed", "b"]);
      await payInto(context, "b");
      const route = "GET /v1/transactions/accounts/:subAccount";
      const refused = { status: 403, body: { code: "403", description: "Not allowed" } };
      bank.fail(route, refused);
      expect(await listKeys(context)).toHaveLength(51);
      bank.fail(route, "error");
      await expect(listKeys(context)).rejects.toMatchObject({ code: "unavailable" });
      bank.fail("GET /v1/transactions/accounts", refused);
      await expect(listKeys(context)).rejects.toMatchObject({ code: "bank_refused" });
    });

    it("begins again for a cursor of an account that is not read any more", async () => {
      const { context, accountNumber } = await start({}, ["b"]);
      bank?.ledger.pay(accountNumber, 500n, { key: "parent-0", paidAt: minutesBefore(5) });
      const { payments, nextCursor } = await listSince({ since, until, cursor: "ended|50" }, context);
      expect(payments).toHaveLength(1);
      expect(nextCursor).toBe("b|");
    });
  });

  it("has a refunded payment as successful, with its refund; version 1 read the payment only", async () => {
    const { bank, context, accountNumber } = await start();
    bank.ledger.pay(accountNumber, 500n, { paidAt: minutesBefore(5), status: "reversed" });
    bank.ledger.pay(accountNumber, 500n, { paidAt: minutesBefore(6) });
    const { payments } = await listSince({ since, until }, context);
    const refunded = payments.find(({ body }) => body.includes("REFUND"));
    expect(refunded?.message).toMatchObject({ status: "successful", reversal: "refund" });
    expect(payments.find((one) => one !== refunded)?.message).not.toHaveProperty("reversal");
    const earlier = readCredit("nomba", -1, Buffer.from(refunded?.body ?? ""));
    expect(earlier?.status).toBe("successful");
    expect(earlier).not.toHaveProperty("reversal");
  });

  it("has no outgoing rows, and states why a row cannot be read", async () => {
    const { bank, context } = await start();
    const row = { id: "A", status: "SUCCESS", amount: "1.0", type: "purchase", terminalId: "3PLQ" };
    const results = [row, { ...row, entryType: "DEBIT" }, { ...row, status: "ODD" }, { ...row, amount: "x" }];
    bank.fail("GET /v1/transactions/accounts", { status: 200, body: { code: "00", data: { results } } });
    const { payments } = await listSince({ since, until }, context);
    expect(payments.map(({ message }) => message)).toMatchObject([
      { kind: "credit", channel: "pos", devices: ["3PLQ"] },
      { kind: "unreadable", why: expect.stringContaining("status") },
      { kind: "unreadable", why: expect.stringContaining("amount") },
    ]);
  });
});

describe("a row of Nomba's list", () => {
  const RECEIVED = { id: "A", status: "SUCCESS", amount: "50000.0", timeCreated: "2026-11-24T11:30:00.000Z" };

  /** The number of payments in a list with one row. */
  async function countListed(row: unknown) {
    const { bank, context } = await start();
    const body = { code: "00", data: { results: [row] } };
    bank.fail("GET /v1/transactions/accounts", { status: 200, body });
    return (await listSince({ since, until }, context)).payments.length;
  }

  it.each(["vact_transfer", "purchase", "online_checkout", "qrt_credit"])(
    "of the type %s is incoming without an entry type, and not if that is a debit",
    async (type) => {
      expect(await countListed({ ...RECEIVED, type })).toBe(1);
      expect(await countListed({ ...RECEIVED, type, entryType: "DEBIT" })).toBe(0);
    },
  );

  it.each(["transfer", "withdrawal", "debit", "constructor", "", null])(
    "of the type %j is outgoing without an entry type",
    async (type) => {
      expect(await countListed({ ...RECEIVED, type })).toBe(0);
    },
  );

  it("of another type is incoming with the entry type credit", async () => {
    expect(await countListed({ ...RECEIVED, type: "transfer", entryType: "CREDIT" })).toBe(1);
  });
});

describe("Nomba's record of a payment", () => {
  it("is confirmed in the emulator with the amount and the account", async () => {
    const { bank, context, accountNumber } = await start();
    const { key } = bank.ledger.pay(accountNumber, 20_000n);
    expect(await confirm(key, context)).toEqual({
      status: "successful",
      amount: 20_000n,
      account: accountNumber,
      accountReference: SESSION,
    });
  });

  it("has the members of the documented sample", async () => {
    const { bank, context } = await start();
    const file = path.join(import.meta.dirname, "../testing/emulators/fixtures/nomba-requery.json");
    const { response } = JSON.parse(readFileSync(file, "utf8"));
    bank.fail("GET /v1/transactions/accounts/single", { status: 200, body: response });
    expect(await confirm(response.data.id, context)).toEqual({
      status: "successful",
      amount: 20_000n,
      account: "0014701211",
    });
  });
});
