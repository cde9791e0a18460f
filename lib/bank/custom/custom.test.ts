import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { computeMac } from "@/lib/security/hmac";
import type { Provider } from "../provider";
import {
  changedBodies,
  invalidSignatures,
  parseBody,
  parseEditedBody,
  SAMPLE,
  SECRET,
  toRawNotification,
} from "../testing/notifications";
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

  it("is loaded from the documented example", () => {
    expect(bank).toMatchObject({
      name: "custom",
      signatureHeader: "x-bank-signature",
      channels: ["bank_transfer", "pos"],
    });
    expect(bank.provisionAccount).toBeUndefined();
  });

  it("parses a payment by the file's paths, unit, time zone and status tables", () => {
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
    expect(parseBody(bank, JSON.stringify({ event: "terminal.paid", data }))).toEqual({
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
    expect(parseBody(bank, JSON.stringify({ event: "terminal.paid", data: referenced }))).toMatchObject({
      accountReference: "ses_1",
    });
  });

  it("treats an unlisted channel as unsupported and an unlisted status as unreadable", () => {
    const sent = bank.compose(SAMPLE, SECRET).body;
    expect(parseBody(bank, sent.replace('"transfer"', '"card"'))).toMatchObject({ channel: "unsupported" });
    expect(parseBody(bank, sent.replace('"completed"', '"constructor"'))).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("data.status"),
    });
  });

  it("ignores the kinds listed in the file; any other kind is unrecognised", () => {
    const sent = bank.compose(SAMPLE, SECRET).body;
    expect(bank.ignoredKinds).toEqual(["payout.sent", "payout.failed", "balance.updated"]);
    expect(parseBody(bank, sent.replace("collection.credited", "payout.sent"))).toEqual({
      event: "payout.sent",
      kind: "ignored",
    });
    const description = example();
    description.event = { path: "event", credits: ["collection.credited"] };
    expect(parseBody(load(description), sent.replace("collection.credited", "payout.sent"))).toMatchObject({
      kind: "unrecognised",
      namesAmount: true,
      amount: SAMPLE.amount,
    });
  });

  it("finds an amount of an unrecognised kind by the file's path, whatever the member's name", () => {
    const description = example();
    description.fields = { ...description.fields, amount: "data.paid" };
    const message = parseBody(load(description), '{"event":"something.new","data":{"paid":"5.00"}}');
    expect(message).toEqual({
      event: "something.new",
      kind: "unrecognised",
      namesAmount: true,
      amount: 500n,
    });
  });

  it("does not treat a currency of another JSON type as absent", () => {
    const description = example();
    description.fields = { ...description.fields, currency: "data.money.currency" };
    const own = load(description);
    const body = bank.compose(SAMPLE, SECRET).body;
    const currencyWith = (money: unknown) => parseEditedBody(own, body, { "data.money": money });
    for (const money of [undefined, null, {}, { currency: null }]) {
      expect(currencyWith(money)).toMatchObject({ kind: "credit", currency: "NGN" });
    }
    for (const money of [[], ["USD"], "USD", 5, true, { currency: [] }, { currency: false }]) {
      expect(currencyWith(money), JSON.stringify(money)).toMatchObject({ kind: "credit", currency: "?" });
    }
  });

  it("resolves array indexes in paths, and can use the event as the status", () => {
    const description = example();
    description.fields = { ...description.fields, status: "event", senderName: "data.payers.0.name" };
    const own = load({ ...description, statuses: { "collection.credited": "successful" } });
    const data = { id: "1", amount: "5.00", method: "transfer", payers: [{ name: "Ada" }] };
    const message = parseBody(own, JSON.stringify({ event: "collection.credited", data }));
    expect(message).toMatchObject({ kind: "credit", status: "successful", senderName: "Ada" });
  });

  it("reads no inherited member", () => {
    const description = example();
    description.fields = { ...description.fields, narration: "data.constructor.name" };
    const message = parseBody(load(description), bank.compose(SAMPLE, SECRET).body);
    expect(message).toMatchObject({ kind: "credit", narration: "" });
  });

  it.each([...invalidSignatures(bank), ...changedBodies(bank)])("refuses %s", (_, notification) => {
    expect(bank.verify(notification, SECRET)).toBe(false);
  });

  it("refuses a notification with a missing or changed signed header", () => {
    const sent = bank.compose(SAMPLE, SECRET);
    const { "x-bank-timestamp": value, ...rest } = sent.headers;
    expect(bank.verify(toRawNotification(sent), SECRET)).toBe(true);
    expect(bank.verify(toRawNotification({ ...sent, headers: rest }), SECRET)).toBe(false);
    const changed = { ...sent.headers, "x-bank-timestamp": `${value}0` };
    expect(bank.verify(toRawNotification({ ...sent, headers: changed }), SECRET)).toBe(false);
  });

  it("signs only the raw body if the file says so, with its algorithm and encoding", () => {
    const description = example();
    description.signature = { header: "X-Sig", algorithm: "sha256", encoding: "base64", content: "{body}" };
    const own = load(description);
    const body = Buffer.from('{"event": "x"}');
    const signature = computeMac({ algorithm: "sha256", encoding: "base64" }, SECRET, body);
    expect(own.signatureHeader).toBe("x-sig");
    expect(own.verify(toRawNotification({ headers: { "x-sig": signature }, body }), SECRET)).toBe(true);
  });
});

describe("an invalid bank file", () => {
  it("stops the start with every problem, each with its member", () => {
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

  it("may not list an event in both credits and ignored", () => {
    const description = example();
    description.event = { path: "event", credits: ["a", "b"], ignored: ["b"] };
    expect(faultsOf(description)).toEqual([expect.stringMatching(/event\.ignored.*credits and ignored/)]);
  });

  it.each(["{body}{body}", "{time}{body}", "{header:x id}{body}", ""])("may not sign %j", (content) => {
    const description = example();
    description.signature.content = content;
    expect(faultsOf(description)[0]).toContain("signature.content");
  });

  it("must name the member of the account or device", () => {
    const description = example();
    description.fields = { ...description.fields, account: undefined, devices: [] };
    expect(faultsOf(description)).toEqual([expect.stringContaining("must name account")]);
  });

  it("is named in the error if it is missing or not JSON", () => {
    expect(faultsOf("{")).toEqual([
      expect.stringMatching(/^CUSTOM_BANK_ADAPTER: .*bank\.json cannot be read as JSON$/),
    ]);
    expect(() => loadCustomAdapter(path.join(folder, "none.json"))).toThrow(/none\.json cannot be read/);
  });
});
