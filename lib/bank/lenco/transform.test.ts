import { describe, expect, it } from "vitest";
import {
  parseBody,
  parseChangedFixture,
  parseEditedBody,
  readFixture,
  toRawNotification,
} from "../testing/notifications";
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

/** The fixtures follow the documented schema, which has only types; the values are ours. */
describe("a notification of Lenco", () => {
  it("parses a transfer into a virtual account, with separate fee and stamp duty", () => {
    expect(parseBody(lenco, readFixture("lenco", "transfer"))).toEqual(TRANSFER);
  });

  it("parses a terminal payment", () => {
    expect(parseBody(lenco, readFixture("lenco", "pos"))).toEqual({
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

  it("uses the next reference if the RRN is empty", () => {
    expect(parseChangedFixture(lenco, "pos", '"rrn":"250908912345"', '"rrn":""')).toMatchObject({
      bankRef: "LP-77",
    });
  });

  it("parses a rejected transfer as a failed payment", () => {
    expect(parseBody(lenco, readFixture("lenco", "rejected"))).toEqual({
      ...TRANSFER,
      event: "virtual-account.rejected-transaction",
      paymentKey: "va-txn-2",
      status: "failed",
    });
  });

  it("parses a settled transfer only as a settlement, on the day of its datetime", () => {
    expect(parseBody(lenco, readFixture("lenco", "settled"))).toEqual({
      event: "virtual-account.transaction.settled",
      kind: "settlement",
      reference: "va-txn-1",
      settledOn: "2026-11-20",
      amounts: { gross: 500_000n, fees: 2_500n, stampDuty: 5_000n, net: 492_500n },
      lines: [{ paymentKey: "va-txn-1", gross: 500_000n }],
      unreadableLines: [],
    });
    const notification = toRawNotification({ headers: {}, body: readFixture("lenco", "settled") });
    expect(lenco.parse(notification, { businessTimeZone: "UTC" })).toMatchObject({ settledOn: "2026-11-19" });
  });

  const posSettled = (members: Record<string, unknown> = {}) =>
    parseEditedBody(lenco, readFixture("lenco", "pos"), {
      event: "pos-transaction.settled",
      "data.settlementStatus": "successful",
      ...members,
    });
  const settled = (members: Record<string, unknown>) =>
    parseEditedBody(lenco, readFixture("lenco", "settled"), members);

  it("parses a settled terminal payment", () => {
    expect(posSettled()).toMatchObject({
      kind: "settlement",
      reference: "pos-txn-1",
      lines: [{ paymentKey: "pos-txn-1", gross: 250_050n }],
      unreadableLines: [],
    });
  });

  it("settles by the net amount if the gross is absent, and not at all without either", () => {
    expect(settled({ "data.transactionAmount": undefined })).toMatchObject({
      lines: [{ paymentKey: "va-txn-1", net: 492_500n }],
    });
    expect(posSettled({ "data.amount": null })).toMatchObject({
      lines: [{ paymentKey: "pos-txn-1", net: 248_800n }],
    });
    expect(settled({ "data.transactionAmount": null, "data.settlementAmount": null })).toMatchObject({
      kind: "settlement",
      lines: [],
      unreadableLines: [{ index: 0, why: expect.stringContaining("data.transactionAmount") }],
    });
  });

  it.each([["pending"], ["failed"], ["successful"], ["odd"], [""], [null], [undefined], [{}], [true]])(
    "settles no transfer whose settlement status is %j",
    (status) => {
      expect(settled({ "data.settlementStatus": status })).toMatchObject({
        kind: "unreadable",
        why: expect.stringContaining("data.settlementStatus"),
      });
    },
  );

  it.each([["pending"], ["failed"], ["settled"], ["odd"], [null], [undefined], [["successful"]]])(
    "settles no terminal payment whose settlement status is %j",
    (status) => {
      expect(posSettled({ "data.settlementStatus": status })).toMatchObject({ kind: "unreadable" });
    },
  );

  it.each(["transfer", "rejected", "settled"])(
    "ignores a debit in the sample %s, in upper or lower case",
    (name) => {
      for (const type of ["debit", "DEBIT", " Debit "]) {
        const { event } = JSON.parse(readFixture("lenco", name).toString());
        expect(parseEditedBody(lenco, readFixture("lenco", name), { "data.type": type })).toEqual({
          event,
          kind: "ignored",
        });
      }
    },
  );

  it.each(["transfer", "rejected", "settled"])(
    "returns unreadable for the sample %s with any other type",
    (name) => {
      for (const type of ["odd", "", null, undefined, {}, ["credit"], "constructor"]) {
        expect(parseEditedBody(lenco, readFixture("lenco", name), { "data.type": type })).toMatchObject({
          kind: "unreadable",
          why: expect.stringContaining("data.type"),
        });
      }
      expect(parseEditedBody(lenco, readFixture("lenco", name), { "data.type": "CREDIT" }).kind).not.toBe(
        "unreadable",
      );
    },
  );

  it("parses a terminal payment of an undocumented type as an unsupported channel", () => {
    const typed = (type: unknown) =>
      parseEditedBody(lenco, readFixture("lenco", "pos"), { "data.type": type });
    for (const type of ["transfer", "Card-Payment", null])
      expect(typed(type)).toMatchObject({ channel: "pos" });
    for (const type of ["cash-out", "", {}, ["transfer"]]) {
      expect(typed(type)).toMatchObject({ kind: "credit", channel: "unsupported" });
    }
  });

  it("parses no settlement without a time", () => {
    expect(parseChangedFixture(lenco, "settled", '"datetime"', '"other"').kind).toBe("unreadable");
  });
});
