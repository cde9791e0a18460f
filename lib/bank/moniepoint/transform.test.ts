import { describe, expect, it } from "vitest";
import { parseBody, parseChangedFixture, parseEditedBody, readFixture } from "../testing/notifications";
import { moniepoint } from "./provider";

describe("a notification of Moniepoint", () => {
  it("parses a terminal payment in kobo, with a time offset without a colon", () => {
    expect(parseBody(moniepoint, readFixture("moniepoint", "transfer"))).toEqual({
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
  ])("maps the status %s to %s of the same payment", (word, status) => {
    expect(parseChangedFixture(moniepoint, "transfer", '"APPROVED"', `"${word}"`)).toMatchObject({
      status,
      paymentKey: "TRF|2MPT0073|1838496008",
    });
  });

  it("uses the transaction's reference if the RRN is empty", () => {
    expect(parseChangedFixture(moniepoint, "transfer", '"250908912345"', '""')).toMatchObject({
      bankRef: "TRF|2MPT0073|1838496008",
    });
  });

  const typed = (eventType: string, transactionType: unknown) =>
    parseEditedBody(moniepoint, readFixture("moniepoint", "transfer"), {
      eventType,
      "data.transactionType": transactionType,
    });

  it.each([
    ["V1_POS_PURCHASE_TRANSACTION", "PURCHASE"],
    ["V1_POS_PURCHASE_TRANSACTION", "pos_purchase"],
    ["V1_POS_TRANSFER_TRANSACTION", "TRANSFER"],
    ["V1_POS_TRANSFER_TRANSACTION", null],
  ])("parses a payment of the kind %s and the type %j", (eventType, type) => {
    expect(typed(eventType, type)).toMatchObject({ kind: "credit", status: "successful", amount: 25_300n });
  });

  it.each([
    ["V1_POS_WITHDRAWAL_TRANSACTION", "WITHDRAWAL"],
    ["V1_POS_PURCHASE_TRANSACTION", "WITHDRAWAL"],
    ["V1_POS_PURCHASE_TRANSACTION", "BILL_PURCHASE"],
    ["V1_POS_TRANSFER_TRANSACTION", "AIRTIME"],
    ["V1_POS_CARD_TRANSACTION", "PURCHASE"],
    ["V2_POS_PURCHASE_TRANSACTION", "PURCHASE"],
    ["POS_PURCHASE", "PURCHASE"],
  ])("parses the kind %s of the type %s as unrecognised with an amount", (event, type) => {
    const amount = 25_300n;
    expect(typed(event, type)).toEqual({ event, kind: "unrecognised", namesAmount: true, amount });
  });

  it("ignores a sale of airtime, which is the official sample", () => {
    expect(parseBody(moniepoint, readFixture("moniepoint", "airtime"))).toEqual({
      event: "V1_POS_AIRTIME_TRANSACTION",
      kind: "ignored",
    });
  });

  it("parses a reversal with all of its payment references", () => {
    const reversal = (members: Record<string, unknown>) =>
      parseEditedBody(moniepoint, readFixture("moniepoint", "transfer"), {
        eventType: "V1_POS_REVERSAL_TRANSACTION",
        ...members,
      });
    const key = "TRF|2MPT0073|1838496008";
    expect(reversal({})).toEqual({
      event: "V1_POS_REVERSAL_TRANSACTION",
      kind: "reversal",
      reversal: "reversal",
      stage: "completed",
      paymentKeys: [key],
      reference: "",
      status: "APPROVED",
      amount: 25_300n,
    });
    expect(reversal({ "data.originalTransactionReference": "ORIGINAL" })).toMatchObject({
      paymentKeys: ["ORIGINAL", key],
      reference: key,
    });
    expect(reversal({ "data.transactionStatus": "REVERSED" })).toMatchObject({ stage: "completed" });
    for (const status of ["PENDING", "DECLINED", null, {}]) {
      expect(reversal({ "data.transactionStatus": status })).toMatchObject({ stage: "opened" });
    }
    expect(reversal({ "data.transactionReference": {} })).toMatchObject({ kind: "unreadable" });
  });

  it("returns unreadable for a payment with an unlisted status", () => {
    expect(parseChangedFixture(moniepoint, "transfer", '"APPROVED"', '"MAYBE"')).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("data.transactionStatus"),
    });
  });
});
