import { describe, expect, it } from "vitest";
import { changed, edited, fixture, parsed } from "../testing/notices";
import { paystack } from "./provider";

describe("a notice of Paystack", () => {
  it("reads a payment into a dedicated account", () => {
    expect(parsed(paystack, fixture("paystack", "transfer"))).toEqual({
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

  it("reads a terminal's payment, whose amount is a string", () => {
    expect(parsed(paystack, fixture("paystack", "pos"))).toEqual({
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

  it("reads a rejected transfer as a payment that failed, under its own identity", () => {
    expect(parsed(paystack, fixture("paystack", "rejected"))).toEqual({
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

  it("reads a refund that was processed, of the payment that it names", () => {
    expect(parsed(paystack, fixture("paystack", "refund"))).toEqual({
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

  it("reads a refund that needs attention as one that may go back", () => {
    const message = changed(paystack, "refund", "refund.processed", "refund.needs-attention");
    expect(message).toMatchObject({ kind: "reversal", reversal: "refund", stage: "opened" });
  });

  it.each(["pending", "processing", "failed"])("ignores a refund that is %s", (step) => {
    expect(changed(paystack, "refund", "refund.processed", `refund.${step}`).kind).toBe("ignored");
  });

  it("tries every reference that a refund gives of its payment, and goes without an amount that is none", () => {
    const body = fixture("paystack", "refund");
    const members = {
      "data.transaction": { reference: "other" },
      "data.refund_reference": null,
      "data.amount": "x",
    };
    const message = edited(paystack, body, members);
    expect(message).toMatchObject({ paymentKeys: ["020293904002", "other"], reference: "" });
    expect(message).not.toHaveProperty("amount");
    expect(edited(paystack, body, { "data.transaction_reference": ["020293904002"] })).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("data.transaction_reference"),
    });
  });

  it("reads a dispute of a payment", () => {
    expect(parsed(paystack, fixture("paystack", "dispute"))).toEqual({
      event: "charge.dispute.create",
      kind: "reversal",
      reversal: "dispute",
      stage: "opened",
      paymentKeys: ["020293904002"],
      reference: "358950",
      status: "awaiting-merchant-feedback",
      amount: 5800n,
    });
    expect(changed(paystack, "dispute", "dispute.create", "dispute.remind").kind).toBe("ignored");
  });

  it("reads a resolved dispute as money that goes back only where the payment was reversed", () => {
    expect(parsed(paystack, fixture("paystack", "dispute-resolved"))).toEqual({
      event: "charge.dispute.resolve",
      kind: "reversal",
      reversal: "dispute",
      stage: "completed",
      paymentKeys: ["020293904002"],
      reference: "358950",
      status: "resolved",
      amount: 5800n,
    });
    const declined = changed(paystack, "dispute-resolved", '"status":"reversed"', '"status":"success"');
    expect(declined).toMatchObject({ stage: "dismissed" });
    for (const status of ["null", "{}", '""']) {
      expect(
        changed(paystack, "dispute-resolved", '"status":"reversed"', `"status":${status}`),
      ).toMatchObject({
        kind: "unreadable",
        why: expect.stringContaining("data.transaction.status"),
      });
    }
  });

  it("does not credit the account in the metadata where the receiver is stated wrongly", () => {
    const body = fixture("paystack", "transfer");
    const receiver = "data.authorization.receiver_bank_account_number";
    for (const members of [
      { [receiver]: ["9930000902"] },
      { [receiver]: {} },
      { "data.authorization": "x" },
    ]) {
      expect(edited(paystack, body, members)).toMatchObject({ kind: "credit", account: "" });
    }
  });

  it.each(["card", "ussd", "bank", "constructor"])("takes the channel %s for unsupported", (channel) => {
    expect(
      changed(
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
  ])("takes the bank's word %s for %s", (word, status) => {
    expect(changed(paystack, "transfer", '"status":"success"', `"status":"${word}"`)).toMatchObject({
      status,
    });
  });

  it("names the member that cannot be read", () => {
    expect(changed(paystack, "transfer", '"status":"success"', '"status":"odd"')).toEqual({
      event: "charge.success",
      kind: "unreadable",
      why: "data.status is not a status this adapter knows",
    });
    expect(changed(paystack, "transfer", '"amount":10000', '"amount":100.5')).toMatchObject({
      kind: "unreadable",
      why: "data.amount is not an exact amount in kobo",
    });
  });

  it("leaves out a time that is none, and takes the receiver from the metadata where only they name it", () => {
    const message = changed(paystack, "transfer", /"(paid_at|created_at)":"[^"]+"/g, '"$1":"soon"');
    expect(message).not.toHaveProperty("paidAt");
    expect(
      changed(paystack, "transfer", '"receiver_bank_account_number":"9930000902"', '"other":1'),
    ).toMatchObject({
      account: "1234567890",
      accountReference: "",
    });
  });
});
