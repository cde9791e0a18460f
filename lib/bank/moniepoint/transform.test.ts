import { describe, expect, it } from "vitest";
import { changed, fixture, parsed } from "../testing/notices";
import { moniepoint } from "./provider";

describe("a notice of Moniepoint", () => {
  it("reads a payment at a terminal, in kobo, its time with an offset without a colon", () => {
    expect(parsed(moniepoint, fixture("moniepoint", "transfer"))).toEqual({
      event: "V1_POS_TRANSFER_TRANSACTION",
      kind: "credit",
      paymentKey: "TRF|2MPT0073|1838496008",
      amount: 25_300n,
      currency: "NGN",
      channel: "pos",
      status: "successful",
      account: "",
      accountReference: "",
      devices: ["TestDev24"],
      senderName: "",
      senderAccount: "",
      senderBank: "",
      senderBankName: "",
      narration: "",
      bankRef: "250908912345",
      paidAt: new Date("2024-09-24T08:32:57.916Z"),
    });
  });

  it.each([
    ["PENDING", "pending"],
    ["COMPLETED", "successful"],
    ["Successful", "successful"],
    ["DECLINED", "failed"],
    ["REVERSED", "failed"],
  ])("takes the bank's word %s for %s, of the same payment", (word, status) => {
    expect(changed(moniepoint, "transfer", '"APPROVED"', `"${word}"`)).toMatchObject({
      status,
      paymentKey: "TRF|2MPT0073|1838496008",
    });
  });

  it("shows the transaction's reference where the bank sends an empty RRN", () => {
    expect(changed(moniepoint, "transfer", '"250908912345"', '""')).toMatchObject({
      bankRef: "TRF|2MPT0073|1838496008",
    });
  });

  it("cannot read a payment whose status it does not know", () => {
    expect(changed(moniepoint, "transfer", '"APPROVED"', '"MAYBE"')).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("data.transactionStatus"),
    });
  });
});
