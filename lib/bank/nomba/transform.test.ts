import { describe, expect, it } from "vitest";
import { changed, edited, fixture, parsed } from "../testing/notices";
import { nomba } from "./provider";

describe("a notice of Nomba", () => {
  it("reads a transfer into a virtual account, in naira, to be confirmed", () => {
    expect(parsed(nomba, fixture("nomba", "transfer"))).toEqual({
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

  it("reads a terminal's failed payment, which needs no confirmation", () => {
    expect(parsed(nomba, fixture("nomba", "pos-failed"))).toEqual({
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

  it("reads a reversal of the payment that it names, whose own id is the only one", () => {
    expect(parsed(nomba, fixture("nomba", "reversal"))).toEqual({
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
  ])("tries the original payment's id first where a reversal has it in %s", (member, original) => {
    expect(edited(nomba, fixture("nomba", "reversal"), { [member]: original })).toMatchObject({
      paymentKeys: [original, KEY],
      reference: KEY,
    });
  });

  it("cannot read a reversal without any id of a payment", () => {
    for (const id of [undefined, null, {}, "", "a\u0000"]) {
      expect(
        edited(nomba, fixture("nomba", "reversal"), { "data.transaction.transactionId": id }),
      ).toMatchObject({ kind: "unreadable", why: expect.stringContaining("transactionId") });
    }
  });

  it.each(["qrt_credit", "transfer", "withdrawal", "p2p", "constructor", ""])(
    "takes a success of the type %j for one of an unsupported channel, never for nothing",
    (type) => {
      const message = edited(nomba, fixture("nomba", "transfer"), { "data.transaction.type": type });
      expect(message).toMatchObject({ kind: "credit", channel: "unsupported", amount: 1000n });
    },
  );

  it("takes a payment at the online checkout for one of an unsupported channel", () => {
    expect(changed(nomba, "transfer", "vact_transfer", "online_checkout")).toMatchObject({
      channel: "unsupported",
    });
  });

  it("names the member that is missing", () => {
    expect(changed(nomba, "transfer", '"transactionAmount"', '"amount"')).toMatchObject({
      kind: "unreadable",
      why: expect.stringContaining("data.transaction.transactionAmount"),
    });
  });
});
