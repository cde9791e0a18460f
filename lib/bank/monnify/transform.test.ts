import { describe, expect, it } from "vitest";
import {
  parseBody,
  parseChangedFixture,
  parseEditedBody,
  readFixture,
  toRawNotification,
} from "../testing/notifications";
import { monnify } from "./provider";

describe("a notification of Monnify", () => {
  it("parses a payment into a reserved account, with its time in Lagos time", () => {
    expect(parseBody(monnify, readFixture("monnify", "transfer"))).toEqual({
      event: "SUCCESSFUL_TRANSACTION",
      kind: "credit",
      paymentKey: "MNFY|04|20211117112842|000170",
      amount: 300_000n,
      currency: "NGN",
      channel: "bank_transfer",
      status: "successful",
      account: "6000140770",
      accountReference: "1636106097661",
      devices: [],
      senderName: "Monnify Limited",
      senderAccount: "0065432190",
      senderBank: "",
      senderBankName: "",
      narration: "Adm",
      bankRef: "e6cV1smlpkwG38Cg6d5F9B2PRnIq5FqA",
      paidAt: new Date("2021-11-17T10:28:42.615Z"),
      fee: 1000n,
    });
  });

  it("parses a cash payment as an unsupported channel", () => {
    expect(parseBody(monnify, readFixture("monnify", "cash"))).toMatchObject({
      kind: "credit",
      paymentKey: "MNFY|76|20211117154810|000001",
      amount: 7_800_000n,
      channel: "unsupported",
      paidAt: new Date("2021-11-17T14:48:10.000Z"),
      bankRef: "MNFY|76|20211117154810|000001",
    });
  });

  it("parses a settlement with the gross amounts of its payments and its day", () => {
    expect(parseBody(monnify, readFixture("monnify", "settlement"))).toEqual({
      event: "SETTLEMENT",
      kind: "settlement",
      reference: "LB8HG1PNZT4ATJGZXQBY",
      settledOn: "2021-11-11",
      amounts: { net: 119_900n },
      paymentCount: 1,
      destination: { account: "6000000249", bankName: "Fidelity Bank" },
      lines: [{ paymentKey: "MNFY|26|20211111142601|000001", gross: 123_400n }],
      unreadableLines: [],
    });
  });

  it("computes a settlement's day in the business's time zone", () => {
    const body = readFixture("monnify", "settlement")
      .toString()
      .replace("11/11/2021 02:29:00 PM", "12/11/2021 12:30:00 AM");
    const notification = toRawNotification({ headers: {}, body });
    expect(monnify.parse(notification, { businessTimeZone: "Africa/Lagos" })).toMatchObject({
      settledOn: "2021-11-12",
    });
    expect(monnify.parse(notification, { businessTimeZone: "UTC" })).toMatchObject({
      settledOn: "2021-11-11",
    });
  });

  it("returns unreadable for a settlement without a day, reference or payments", () => {
    for (const member of ["settlementTime", "settlementReference", "transactions"]) {
      expect(parseChangedFixture(monnify, "settlement", `"${member}"`, '"other"')).toMatchObject({
        kind: "unreadable",
        why: expect.stringContaining(member),
      });
    }
  });

  it("separates unreadable lines from the others", () => {
    const body = readFixture("monnify", "settlement");
    const [line] = JSON.parse(body.toString()).eventData.transactions;
    const { transactionReference: _, ...nameless } = line;
    const message = parseEditedBody(monnify, body, {
      "eventData.transactions": [
        nameless,
        line,
        null,
        { ...line, amountPaid: {} },
        { ...line, amountPaid: null, settlementAmount: "1199.00" },
        { ...line, currency: ["NGN"] },
        { ...line, amountPaid: 5 },
      ],
    });
    const paymentKey = "MNFY|26|20211111142601|000001";
    expect(message).toMatchObject({
      kind: "settlement",
      lines: [
        { paymentKey, gross: 123_400n },
        { paymentKey, net: 119_900n },
        { paymentKey, gross: 500n },
      ],
      unreadableLines: [
        { index: 0, why: expect.stringContaining("transactionReference"), amount: 123_400n },
        { index: 2, why: expect.stringContaining("transactionReference") },
        { index: 3, why: expect.stringContaining("amountPaid") },
        { index: 5, why: expect.stringContaining("currency") },
      ],
    });
  });

  it.each([[[]], [{}], [null], ["x"]])(
    "returns unreadable for a settlement whose list of payments is %j",
    (transactions) => {
      const members = { "eventData.transactions": transactions };
      expect(parseEditedBody(monnify, readFixture("monnify", "settlement"), members)).toMatchObject({
        kind: "unreadable",
        why: "eventData.transactions names no payment",
      });
    },
  );

  it("parses a refund of the payment that it names", () => {
    expect(parseBody(monnify, readFixture("monnify", "refund"))).toEqual({
      event: "SUCCESSFUL_REFUND",
      kind: "reversal",
      reversal: "refund",
      stage: "completed",
      paymentKeys: ["MNFY|04|20211117112842|000170"],
      reference: "ref001",
      status: "COMPLETED",
      amount: 300_000n,
    });
    expect(parseChangedFixture(monnify, "refund", "SUCCESSFUL_REFUND", "FAILED_REFUND").kind).toBe("ignored");
    expect(parseChangedFixture(monnify, "refund", '"transactionReference"', '"other"').kind).toBe(
      "unreadable",
    );
  });

  it("parses a rejected payment as failed, with the paid and not the expected amount", () => {
    expect(parseBody(monnify, readFixture("monnify", "rejection"))).toEqual({
      event: "REJECTED_PAYMENT",
      kind: "credit",
      paymentKey: "MNFY|81|20230626175354|055960",
      amount: 4000n,
      currency: "NGN",
      channel: "bank_transfer",
      status: "failed",
      account: "7023576853",
      accountReference: "1636106097661",
      devices: [],
      senderName: "Monnify Limited",
      senderAccount: "5141901487",
      senderBank: "50515",
      senderBankName: "Moniepoint",
      narration: "lets pay",
      bankRef: "090405230626175355000000000001",
      paidAt: new Date("2023-06-26T16:53:55.000Z"),
    });
  });

  it.each([
    ["OVERPAID", "successful"],
    ["PARTIALLY_PAID", "successful"],
    ["PENDING", "pending"],
    ["FAILED", "failed"],
    ["REVERSED", "failed"],
  ])("maps the status %s to %s of the same payment", (word, status) => {
    expect(parseChangedFixture(monnify, "transfer", '"PAID"', `"${word}"`)).toMatchObject({
      status,
      paymentKey: "MNFY|04|20211117112842|000170",
    });
  });

  it("returns no fee if the net amount is absent or above the gross", () => {
    expect(parseChangedFixture(monnify, "transfer", '"2990.00"', "null")).not.toHaveProperty("fee");
    expect(parseChangedFixture(monnify, "transfer", '"2990.00"', '"3000.01"')).not.toHaveProperty("fee");
  });
});
