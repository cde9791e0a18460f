import { describe, expect, it } from "vitest";
import { changed, fixture, noticeOf, parsed } from "../testing/notices";
import { lenco } from "./provider";

const TRANSFER = {
  event: "virtual-account.transaction",
  kind: "credit",
  paymentKey: "va-txn-1",
  amount: 500_000n,
  currency: "NGN",
  channel: "bank_transfer",
  status: "successful",
  account: "9930000902",
  devices: [],
  senderName: "Ngozi Obi",
  senderAccount: "0123456789",
  senderBank: "058",
  senderBankName: "GTBank Plc",
  narration: "Ticket 12",
  bankRef: "000013240101120000123456789012",
  paidAt: new Date("2026-11-19T23:30:00.000Z"),
  fee: 2500n,
  stampDuty: 5000n,
};

/** The fixtures are the documented schema, which gives types only, filled with values of our own. */
describe("a notice of Lenco", () => {
  it("reads a transfer into a virtual account, with its fee and its stamp duty apart", () => {
    expect(parsed(lenco, fixture("lenco", "transfer"))).toEqual(TRANSFER);
  });

  it("reads a terminal's payment", () => {
    expect(parsed(lenco, fixture("lenco", "pos"))).toEqual({
      event: "pos-transaction",
      kind: "credit",
      paymentKey: "pos-txn-1",
      amount: 250_050n,
      currency: "NGN",
      channel: "pos",
      status: "successful",
      account: "",
      devices: ["SN-0001", "trm-1"],
      senderName: "",
      senderAccount: "",
      senderBank: "",
      senderBankName: "",
      narration: "",
      bankRef: "250908912345",
      paidAt: new Date("2026-11-19T10:15:30.000Z"),
      fee: 1250n,
    });
  });

  it("shows the next reference where the bank sends an empty RRN", () => {
    expect(changed(lenco, "pos", '"rrn":"250908912345"', '"rrn":""')).toMatchObject({ bankRef: "LP-77" });
  });

  it("reads a rejected transfer as a payment that failed", () => {
    expect(parsed(lenco, fixture("lenco", "rejected"))).toEqual({
      ...TRANSFER,
      event: "virtual-account.rejected-transaction",
      paymentKey: "va-txn-2",
      status: "failed",
    });
  });

  it("reads a settled transfer as a settlement and nothing else, on the day of its one time", () => {
    expect(parsed(lenco, fixture("lenco", "settled"))).toEqual({
      event: "virtual-account.transaction.settled",
      kind: "settlement",
      reference: "va-txn-1",
      settledOn: "2026-11-20",
      payments: [{ paymentKey: "va-txn-1", amount: 500_000n }],
    });
    const notice = noticeOf({ headers: {}, body: fixture("lenco", "settled") });
    expect(lenco.parse(notice, { businessTimeZone: "UTC" })).toMatchObject({ settledOn: "2026-11-19" });
    expect(changed(lenco, "pos", '"pos-transaction"', '"pos-transaction.settled"')).toMatchObject({
      kind: "settlement",
      payments: [{ paymentKey: "pos-txn-1", amount: 250_050n }],
    });
  });

  it("reads no settlement that says it is none, or has no time", () => {
    expect(
      changed(lenco, "settled", '"settlementStatus":"settled"', '"settlementStatus":"failed"').kind,
    ).toBe("unreadable");
    expect(changed(lenco, "settled", '"datetime"', '"other"').kind).toBe("unreadable");
  });

  it("puts a debit, a transfer out and a balance aside", () => {
    expect(changed(lenco, "transfer", '"type":"credit"', '"type":"debit"').kind).toBe("aside");
    for (const event of ["transaction.successful", "account.balance-updated", "pos-terminal.updated"]) {
      expect(changed(lenco, "transfer", '"virtual-account.transaction"', `"${event}"`)).toEqual({
        event,
        kind: "aside",
      });
    }
  });
});
