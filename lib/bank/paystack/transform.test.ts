import { describe, expect, it } from "vitest";
import { changed, fixture, parsed } from "../testing/notices";
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
