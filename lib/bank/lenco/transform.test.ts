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
  accountReference: "ses_1",
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
      accountReference: "",
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
      lines: [{ paymentKey: "va-txn-1", gross: 500_000n }],
      unreadableLines: [],
    });
    const notice = noticeOf({ headers: {}, body: fixture("lenco", "settled") });
    expect(lenco.parse(notice, { businessTimeZone: "UTC" })).toMatchObject({ settledOn: "2026-11-19" });
  });

  it("reads no settlement without a time", () => {
    expect(changed(lenco, "settled", '"datetime"', '"other"').kind).toBe("unreadable");
  });
});
