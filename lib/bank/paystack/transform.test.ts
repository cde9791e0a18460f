import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parseStored } from "../registry";
import {
  parseBody,
  parseChangedFixture,
  parseEditedBody,
  readFixture,
  toRawNotification,
} from "../testing/notifications";
import { paystack } from "./provider";

describe("a notification of Paystack", () => {
  it("parses a payment into a dedicated account", () => {
    expect(parseBody(paystack, readFixture("paystack", "transfer"))).toEqual({
      event: "charge.success",
      kind: "credit",
      paymentKey: "020293904002",
      amount: 10_000n,
      currency: "NGN",
      channel: "bank_transfer",
      status: "successful",
      account: "9930000902",
      accountReference: "",
      devices: [],
      senderName: "RANDALL AKANBI HORTON",
      senderAccount: "XXXXXX0011",
      senderBank: "214",
      senderBankName: "First City Monument Bank",
      narration: "NIP: RHODA CHURCH -1123344343/44343231232",
      bankRef: "020293904002",
      paidAt: new Date("2024-12-02T12:05:12.000Z"),
      fee: 100n,
    });
  });

  it("parses a terminal payment, whose amount is a string", () => {
    expect(parseBody(paystack, readFixture("paystack", "pos"))).toEqual({
      event: "charge.success",
      kind: "credit",
      paymentKey: "pos_wtwyrj7n6x",
      amount: 5000n,
      currency: "NGN",
      channel: "pos",
      status: "successful",
      account: "",
      accountReference: "",
      devices: ["2232WE17"],
      senderName: "",
      senderAccount: "",
      senderBank: "",
      senderBankName: "",
      narration: "",
      bankRef: "pos_wtwyrj7n6x",
      paidAt: new Date("2021-11-04T16:32:33.000Z"),
    });
  });

  it("parses a rejected transfer as a failed payment with its own identity", () => {
    expect(parseBody(paystack, readFixture("paystack", "rejected"))).toEqual({
      event: "bank.transfer.rejected",
      kind: "credit",
      paymentKey: "3103959930",
      amount: 30_000n,
      currency: "NGN",
      channel: "bank_transfer",
      status: "failed",
      account: "",
      accountReference: "",
      devices: [],
      senderName: "",
      senderAccount: "",
      senderBank: "",
      senderBankName: "",
      narration: "",
      bankRef: "3103959930",
    });
  });

  it("finds the session of a rejected transfer by the customer's address", () => {
    const rejected = (email: unknown) =>
      parseEditedBody(paystack, readFixture("paystack", "rejected"), { "data.customer": { email } });
    const accountReference = "ses_01m86m8an8bx56e7cbahqc5ne7";
    expect(rejected(`money+${accountReference}@host.ng`)).toMatchObject({ kind: "credit", accountReference });
    for (const email of ["money@host.ng", "a+b@host.ng", "+ses_1@x@host.ng", {}, null, 5]) {
      expect(rejected(email)).toMatchObject({ kind: "credit", accountReference: "" });
    }
  });

  const atVirtualTerminal = (channel: string, fixture = "transfer") =>
    parseEditedBody(paystack, readFixture("paystack", fixture), {
      "data.channel": channel,
      "data.metadata": { virtual_terminal: { code: "VT_6WUZ7QNA" } },
    });

  it.each(["dedicated_nuban", "bank_transfer", "pos"])(
    "parses the channel %s at a Virtual Terminal as a payment at the terminal with its code",
    (channel) => {
      expect(atVirtualTerminal(channel)).toMatchObject({ channel: "pos", devices: ["VT_6WUZ7QNA"] });
    },
  );

  it.each(["card", "ussd", "qr", "bank", "mobile_money", "eft"])(
    "parses the channel %s at a terminal, a Virtual Terminal or an account as unsupported, with its destination",
    (channel) => {
      expect(atVirtualTerminal(channel)).toMatchObject({ channel: "unsupported", devices: ["VT_6WUZ7QNA"] });
      const members = { "data.channel": channel };
      expect(parseEditedBody(paystack, readFixture("paystack", "pos"), members)).toMatchObject({
        channel: "unsupported",
        devices: ["2232WE17"],
      });
      expect(parseEditedBody(paystack, readFixture("paystack", "transfer"), members)).toMatchObject({
        channel: "unsupported",
        account: "9930000902",
      });
    },
  );

  it("converts to the channel that versions 1 and 2 parsed at a Virtual Terminal", () => {
    const stored = (version: number, channel: string) => {
      const json = JSON.parse(readFixture("paystack", "transfer").toString());
      json.data.channel = channel;
      json.data.metadata = { virtual_terminal: { code: "VT_6WUZ7QNA" } };
      const notification = toRawNotification({ headers: {}, body: JSON.stringify(json) });
      return parseStored(paystack, version, notification);
    };
    for (const version of [1, 2]) {
      expect(stored(version, "bank_transfer")).toMatchObject({ channel: "bank_transfer" });
      expect(stored(version, "pos")).toMatchObject({ channel: "pos" });
      expect(stored(version, "ussd")).toMatchObject({ channel: "unsupported" });
    }
    expect(stored(3, "bank_transfer")).toMatchObject({ channel: "pos" });
  });

  it("parses a processed refund of the payment that it names", () => {
    expect(parseBody(paystack, readFixture("paystack", "refund"))).toEqual({
      event: "refund.processed",
      kind: "reversal",
      reversal: "refund",
      stage: "completed",
      paymentKeys: ["020293904002"],
      reference: "132013318360",
      status: "processed",
      amount: 5000n,
    });
  });

  it("parses the documented sample of a processed refund", () => {
    const file = path.join(import.meta.dirname, "../testing/emulators/fixtures/paystack-refund.json");
    const { notification } = JSON.parse(readFileSync(file, "utf8"));
    expect(parseBody(paystack, JSON.stringify(notification))).toMatchObject({
      kind: "reversal",
      reversal: "refund",
      stage: "completed",
      paymentKeys: ["T2154954_"],
      amount: 5000n,
    });
  });

  it("parses a refund that needs attention as opened", () => {
    const message = parseChangedFixture(paystack, "refund", "refund.processed", "refund.needs-attention");
    expect(message).toMatchObject({ kind: "reversal", reversal: "refund", stage: "opened" });
  });

  it.each(["pending", "processing", "failed"])("ignores a refund that is %s", (step) => {
    expect(parseChangedFixture(paystack, "refund", "refund.processed", `refund.${step}`).kind).toBe(
      "ignored",
    );
  });

  it("uses every payment reference of a refund and omits an invalid amount", () => {
    const body = readFixture("paystack", "refund");
    const members = {
      "data.transaction": { reference: "other" },
      "data.refund_reference": null,
      "data.amount": "x",
    };
    const message = parseEditedBody(paystack, body, members);
    expect(message).toMatchObject({ paymentKeys: ["020293904002", "other"], reference: "" });
    expect(message).not.toHaveProperty("amount");
    expect(parseEditedBody(paystack, body, { "data.transaction_reference": ["020293904002"] })).toMatchObject(
      {
        kind: "unreadable",
        why: expect.stringContaining("data.transaction_reference"),
      },
    );
  });

  it("parses a dispute of a payment", () => {
    expect(parseBody(paystack, readFixture("paystack", "dispute"))).toEqual({
      event: "charge.dispute.create",
      kind: "reversal",
      reversal: "dispute",
      stage: "opened",
      paymentKeys: ["020293904002"],
      reference: "358950",
      status: "awaiting-merchant-feedback",
      amount: 5800n,
    });
    expect(parseChangedFixture(paystack, "dispute", "dispute.create", "dispute.remind").kind).toBe("ignored");
  });

  it("parses a resolved dispute as completed only if the payment was reversed", () => {
    expect(parseBody(paystack, readFixture("paystack", "dispute-resolved"))).toEqual({
      event: "charge.dispute.resolve",
      kind: "reversal",
      reversal: "dispute",
      stage: "completed",
      paymentKeys: ["020293904002"],
      reference: "358950",
      status: "resolved",
      amount: 5800n,
    });
    const declined = parseChangedFixture(
      paystack,
      "dispute-resolved",
      '"status":"reversed"',
      '"status":"success"',
    );
    expect(declined).toMatchObject({ stage: "dismissed" });
    for (const status of ["null", "{}", '""']) {
      expect(
        parseChangedFixture(paystack, "dispute-resolved", '"status":"reversed"', `"status":${status}`),
      ).toMatchObject({
        kind: "unreadable",
        why: expect.stringContaining("data.transaction.status"),
      });
    }
  });

  it("does not use the metadata's account if the receiver has another JSON type", () => {
    const body = readFixture("paystack", "transfer");
    const receiver = "data.authorization.receiver_bank_account_number";
    for (const members of [
      { [receiver]: ["9930000902"] },
      { [receiver]: {} },
      { "data.authorization": "x" },
    ]) {
      expect(parseEditedBody(paystack, body, members)).toMatchObject({ kind: "credit", account: "" });
    }
  });

  it.each(["card", "ussd", "bank", "constructor"])("parses the channel %s as unsupported", (channel) => {
    expect(
      parseChangedFixture(
        paystack,
        "transfer",
        '"channel":"dedicated_nuban","currency"',
        `"channel":"${channel}","currency"`,
      ),
    ).toMatchObject({ kind: "credit", channel: "unsupported" });
  });

  it.each([
    ["failed", "failed"],
    ["reversed", "failed"],
    ["pending", "pending"],
  ])("maps the status %s to %s", (word, status) => {
    expect(
      parseChangedFixture(paystack, "transfer", '"status":"success"', `"status":"${word}"`),
    ).toMatchObject({
      status,
    });
  });

  it("names the unreadable member", () => {
    expect(parseChangedFixture(paystack, "transfer", '"status":"success"', '"status":"odd"')).toEqual({
      event: "charge.success",
      kind: "unreadable",
      why: "data.status is not a status of this adapter",
    });
    expect(parseChangedFixture(paystack, "transfer", '"amount":10000', '"amount":100.5')).toMatchObject({
      kind: "unreadable",
      why: "data.amount is not an exact amount in kobo",
    });
  });

  it("omits an invalid time and uses the metadata's receiver if there is no other", () => {
    const message = parseChangedFixture(
      paystack,
      "transfer",
      /"(paid_at|created_at)":"[^"]+"/g,
      '"$1":"soon"',
    );
    expect(message).not.toHaveProperty("paidAt");
    expect(
      parseChangedFixture(paystack, "transfer", '"receiver_bank_account_number":"9930000902"', '"other":1'),
    ).toMatchObject({
      account: "1234567890",
      accountReference: "",
    });
  });
});
