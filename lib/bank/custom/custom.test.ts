import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { mac } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import { edited, noticeOf, parsed, SAMPLE, SECRET, spoiltBodies, spoiltSignatures } from "../testing/notices";
import { loadCustomAdapter } from "./provider";

const EXAMPLE = path.join(import.meta.dirname, "../../../docs/custom-bank.example.json");
const folder = mkdtempSync(path.join(tmpdir(), "custom-bank-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Json = Record<string, unknown>;
const example = (): Json & Record<"signature" | "event" | "fields", Json> =>
  JSON.parse(readFileSync(EXAMPLE, "utf8"));

function load(description: unknown): Provider {
  const file = path.join(folder, "bank.json");
  writeFileSync(file, typeof description === "string" ? description : JSON.stringify(description));
  return loadCustomAdapter(file);
}

function faultsOf(description: unknown): string[] {
  try {
    load(description);
    return [];
  } catch (thrown) {
    expect(thrown).toMatchObject({ code: "settings" });
    return (thrown as { faults: string[] }).faults;
  }
}

describe("a bank described by a file", () => {
  const bank = loadCustomAdapter(EXAMPLE);

  it("is read from the documented example", () => {
    expect(bank).toMatchObject({
      name: "custom",
      signatureHeader: "x-bank-signature",
      channels: ["bank_transfer", "pos"],
    });
    expect(bank.provisionAccount).toBeUndefined();
  });

  it("reads a payment by the file's paths, unit, clock and words", () => {
    const data = {
      id: 77,
      amount: 1234.1,
      status: "COMPLETED",
      method: "terminal",
      terminal: { serial: "SN-1", id: "T-1" },
      payer: { name: " Ada ", bank_name: "GTBank" },
      session_id: "",
      paid_at: "2026-11-20 10:00:00",
      fee: "1.5",
    };
    expect(parsed(bank, JSON.stringify({ event: "terminal.paid", data }))).toEqual({
      event: "terminal.paid",
      kind: "credit",
      paymentKey: "77",
      amount: 123_410n,
      currency: "NGN",
      channel: "pos",
      status: "successful",
      account: "",
      accountReference: "",
      devices: ["SN-1", "T-1"],
      senderName: "Ada",
      senderAccount: "",
      senderBank: "058",
      senderBankName: "GTBank",
      narration: "",
      bankRef: "77",
      paidAt: new Date("2026-11-20T09:00:00.000Z"),
      fee: 150n,
    });
    const referenced = { ...data, destination: { reference: "ses_1" } };
    expect(parsed(bank, JSON.stringify({ event: "terminal.paid", data: referenced }))).toMatchObject({
      accountReference: "ses_1",
    });
  });

  it("takes other channels for unsupported and other words for unreadable", () => {
    const sent = bank.compose(SAMPLE, SECRET).body;
    expect(parsed(bank, sent.replace('"transfer"', '"card"'))).toMatchObject({ channel: "unsupported" });
    expect(parsed(bank, sent.replace('"completed"', '"constructor"'))).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("data.status"),
    });
  });

  it("ignores the kinds that the file lists, and recognises no other", () => {
    const sent = bank.compose(SAMPLE, SECRET).body;
    expect(bank.ignoredKinds).toEqual(["payout.sent", "payout.failed", "balance.updated"]);
    expect(parsed(bank, sent.replace("collection.credited", "payout.sent"))).toEqual({
      event: "payout.sent",
      kind: "ignored",
    });
    const description = example();
    description.event = { path: "event", credits: ["collection.credited"] };
    expect(parsed(load(description), sent.replace("collection.credited", "payout.sent"))).toMatchObject({
      kind: "unrecognised",
      namesAmount: true,
      amount: SAMPLE.amount,
    });
  });

  it("knows an amount of an unrecognised kind by the file's path, whatever its name", () => {
    const description = example();
    description.fields = { ...description.fields, amount: "data.paid" };
    const message = parsed(load(description), '{"event":"something.new","data":{"paid":"5.00"}}');
    expect(message).toEqual({
      event: "something.new",
      kind: "unrecognised",
      namesAmount: true,
      amount: 500n,
    });
  });

  it("does not take a currency for absent whose place holds something else", () => {
    const description = example();
    description.fields = { ...description.fields, currency: "data.money.currency" };
    const own = load(description);
    const body = bank.compose(SAMPLE, SECRET).body;
    const currencyWith = (money: unknown) => edited(own, body, { "data.money": money });
    for (const money of [undefined, null, {}, { currency: null }]) {
      expect(currencyWith(money)).toMatchObject({ kind: "credit", currency: "NGN" });
    }
    for (const money of [[], ["USD"], "USD", 5, true, { currency: [] }, { currency: false }]) {
      expect(currencyWith(money), JSON.stringify(money)).toMatchObject({ kind: "credit", currency: "?" });
    }
  });

  it("reads places in arrays, and the event as the status", () => {
    const description = example();
    description.fields = { ...description.fields, status: "event", senderName: "data.payers.0.name" };
    const own = load({ ...description, statuses: { "collection.credited": "successful" } });
    const data = { id: "1", amount: "5.00", method: "transfer", payers: [{ name: "Ada" }] };
    const message = parsed(own, JSON.stringify({ event: "collection.credited", data }));
    expect(message).toMatchObject({ kind: "credit", status: "successful", senderName: "Ada" });
  });

  it("reads no member that a notice does not have itself", () => {
    const description = example();
    description.fields = { ...description.fields, narration: "data.constructor.name" };
    const message = parsed(load(description), bank.compose(SAMPLE, SECRET).body);
    expect(message).toMatchObject({ kind: "credit", narration: "" });
  });

  it.each([...spoiltSignatures(bank), ...spoiltBodies(bank)])("refuses %s", (_, notice) => {
    expect(bank.verify(notice, SECRET)).toBe(false);
  });

  it("refuses a notice without a header that the bank signs, or with another", () => {
    const sent = bank.compose(SAMPLE, SECRET);
    const { "x-bank-timestamp": value, ...rest } = sent.headers;
    expect(bank.verify(noticeOf(sent), SECRET)).toBe(true);
    expect(bank.verify(noticeOf({ ...sent, headers: rest }), SECRET)).toBe(false);
    const changed = { ...sent.headers, "x-bank-timestamp": `${value}0` };
    expect(bank.verify(noticeOf({ ...sent, headers: changed }), SECRET)).toBe(false);
  });

  it("signs the raw body alone where the file says so, in its algorithm and encoding", () => {
    const description = example();
    description.signature = { header: "X-Sig", algorithm: "sha256", encoding: "base64", content: "{body}" };
    const own = load(description);
    const body = Buffer.from('{"event": "x"}');
    const signature = mac({ algorithm: "sha256", encoding: "base64" }, SECRET, body);
    expect(own.signatureHeader).toBe("x-sig");
    expect(own.verify(noticeOf({ headers: { "x-sig": signature }, body }), SECRET)).toBe(true);
  });
});

describe("a broken file of a bank", () => {
  it("stops the start with every fault, each named by its member", () => {
    const description = example();
    description.signature = { header: "x bank", algorithm: "md5", content: "{header:x-id}" };
    description.fields = { ...description.fields, amount: undefined, acount: "data.account" };
    const faults = faultsOf({
      ...description,
      unit: "dollars",
      timeZone: "Lagos",
      statuses: { ok: "fine" },
      channels: {},
    });
    for (const member of [
      "signature.header",
      "signature.algorithm",
      "signature.encoding",
      "signature.content",
      "fields.amount",
      "fields: Unrecognized",
      "unit",
      "timeZone",
      "statuses.ok",
      "channels",
    ]) {
      expect(
        faults.some((fault) => fault.startsWith(`CUSTOM_BANK_ADAPTER: ${member}`)),
        member,
      ).toBe(true);
    }
  });

  it.each(["header", "algorithm", "encoding", "content"])(
    "may not leave out the signature's %s",
    (member) => {
      const description = example();
      delete description.signature[member];
      expect(faultsOf(description)).toEqual([expect.stringContaining(`signature.${member}`)]);
    },
  );

  it("may not name an event as a credit and as ignored", () => {
    const description = example();
    description.event = { path: "event", credits: ["a", "b"], ignored: ["b"] };
    expect(faultsOf(description)).toEqual([expect.stringMatching(/event\.ignored.*credits and ignored/)]);
  });

  it.each(["{body}{body}", "{time}{body}", "{header:x id}{body}", ""])("may not sign %j", (content) => {
    const description = example();
    description.signature.content = content;
    expect(faultsOf(description)[0]).toContain("signature.content");
  });

  it("must say where a payment lands", () => {
    const description = example();
    description.fields = { ...description.fields, account: undefined, devices: [] };
    expect(faultsOf(description)).toEqual([expect.stringContaining("must name account")]);
  });

  it("is named when it is missing or no JSON", () => {
    expect(faultsOf("{")).toEqual([
      expect.stringMatching(/^CUSTOM_BANK_ADAPTER: .*bank\.json cannot be read as JSON$/),
    ]);
    expect(() => loadCustomAdapter(path.join(folder, "none.json"))).toThrow(/none\.json cannot be read/);
  });
});
