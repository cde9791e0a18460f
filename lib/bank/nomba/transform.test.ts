import { describe, expect, it } from "vitest";
import { parseBody, parseChangedFixture, parseEditedBody, readFixture } from "../testing/notifications";
import { nomba } from "./provider";

describe("a notification of Nomba", () => {
  it("parses a transfer into a virtual account, in naira and needing confirmation", () => {
    expect(parseBody(nomba, readFixture("nomba", "transfer"))).toEqual({
      event: "payment_success",
      kind: "credit",
      paymentKey: "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a",
      amount: 1000n,
      currency: "NGN",
      channel: "bank_transfer",
      status: "successful",
      account: "5343270516",
      accountReference: "654f7c80bd4a510c90fb7f92",
      devices: [],
      senderName: "Habiblahi Hamzat",
      senderAccount: "9617811496",
      senderBank: "090645",
      senderBankName: "Nombank",
      narration: "Habiblahi Hamzat Transfer 10.00 To ZAXBOX/EZENNA NWACHUKWU - Nomba",
      bankRef: "IFAP-TRANSFER-46501-e0339485-1a2f-4b43-9bd5-fec9649e5928",
      paidAt: new Date("2025-09-29T10:51:44.000Z"),
      fee: 500n,
      needsConfirmation: true,
    });
  });

  it("parses a failed terminal payment, which needs no confirmation", () => {
    expect(parseBody(nomba, readFixture("nomba", "pos-failed"))).toEqual({
      event: "payment_failed",
      kind: "credit",
      paymentKey: "POS-PURCHASE-71KD9-ae67-91fe-4b6a-a45b-689e9XXXXXXX",
      amount: 2_500_000n,
      currency: "NGN",
      channel: "pos",
      status: "failed",
      account: "",
      accountReference: "",
      devices: ["91230989e9XXXXXXX", "3PLQXXX"],
      senderName: "",
      senderAccount: "",
      senderBank: "058",
      senderBankName: "GTBank",
      narration: "",
      bankRef: "2510089e9XXXXXXX5",
      paidAt: new Date("2025-10-06T17:38:45.000Z"),
      fee: 15_000n,
    });
  });

  const KEY = "API-VACT_TRA-B7B10-0435b274-807a-4bc7-8abe-9dbb4548fd7a";

  it("parses a reversal with its own id as the payment key if it has no other", () => {
    expect(parseBody(nomba, readFixture("nomba", "reversal"))).toEqual({
      event: "payment_reversal",
      kind: "reversal",
      reversal: "reversal",
      stage: "completed",
      paymentKeys: [KEY],
      reference: "",
      status: "",
      amount: 1000n,
    });
  });

  it.each([
    ["data.originalTransactionId", "ORIGINAL"],
    ["data.transaction.originalTransactionId", "ORIGINAL"],
    ["data.transaction.originalTransactionReference", "ORIGINAL"],
    ["data.transaction.parentTransactionId", "ORIGINAL"],
    ["data.parentId", "ORIGINAL"],
  ])("uses the original payment's id in %s as the first payment key", (member, original) => {
    expect(parseEditedBody(nomba, readFixture("nomba", "reversal"), { [member]: original })).toMatchObject({
      paymentKeys: [original, KEY],
      reference: KEY,
    });
  });

  it("returns unreadable for a reversal without a payment id", () => {
    for (const id of [undefined, null, {}, "", "a\u0000"]) {
      expect(
        parseEditedBody(nomba, readFixture("nomba", "reversal"), { "data.transaction.transactionId": id }),
      ).toMatchObject({ kind: "unreadable", why: expect.stringContaining("transactionId") });
    }
  });

  it.each(["qrt_credit", "transfer", "withdrawal", "p2p", "constructor", ""])(
    "parses a success of the type %j as an unsupported channel",
    (type) => {
      const message = parseEditedBody(nomba, readFixture("nomba", "transfer"), {
        "data.transaction.type": type,
      });
      expect(message).toMatchObject({ kind: "credit", channel: "unsupported", amount: 1000n });
    },
  );

  it("parses an online checkout payment as an unsupported channel", () => {
    expect(parseChangedFixture(nomba, "transfer", "vact_transfer", "online_checkout")).toMatchObject({
      channel: "unsupported",
    });
  });

  it("names the missing member", () => {
    expect(parseChangedFixture(nomba, "transfer", '"transactionAmount"', '"amount"')).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("data.transaction.transactionAmount"),
    });
  });
});
