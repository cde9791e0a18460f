import { describe, expect, it } from "vitest";
import { parseBody, parseEditedBody, readFixture } from "../testing/notifications";
import { flutterwave } from "./provider";
import { parseCharge } from "./transform";

const SESSION = "ses_01m86m8an8bx56e7cbahqc5ne7";

const read = (members: Record<string, unknown> = {}) =>
  parseEditedBody(flutterwave, readFixture("flutterwave", "transfer"), members);

/**
 * `mobile-money` is the sample of https://developer.flutterwave.com/docs/webhooks with an address replaced. `transfer` is the
 * same message with the payment method of https://flutterwaveinc.mintlify.app/v4-api-reference/charges/list-charges;
 * `account_number` is from community code [C], like all of `refund`.
 */
describe("a notification of Flutterwave", () => {
  it("parses a transfer into a static account", () => {
    expect(read()).toEqual({
      event: "charge.completed",
      kind: "credit",
      paymentKey: "chg_nONgeAGY97",
      amount: 250_000n,
      currency: "NGN",
      channel: "bank_transfer",
      status: "successful",
      account: "7824822527",
      accountReference: "",
      devices: [],
      senderName: "Ngozi Obi",
      senderAccount: "0123456789",
      senderBank: "044",
      senderBankName: "Access Bank",
      narration: "Ticket 12",
      bankRef: "htuy68787hvhyff454",
      paidAt: new Date("2024-12-25T08:54:02.116Z"),
    });
  });

  it("parses the documented mobile money sample as an unsupported channel and currency", () => {
    expect(parseBody(flutterwave, readFixture("flutterwave", "mobile-money"))).toMatchObject({
      kind: "credit",
      paymentKey: "chg_Hq4oBRTJ4r",
      channel: "unsupported",
      currency: "KES",
      account: "",
      paidAt: new Date("2024-12-25T08:54:02.116Z"),
    });
  });

  it.each(["card", "ussd", "opay", "bank_account", "applepay", "googlepay", "", null])(
    "parses the payment method %j as an unsupported channel",
    (type) => {
      expect(read({ "data.payment_method.type": type })).toMatchObject({ channel: "unsupported" });
    },
  );

  it.each([
    ["succeeded", "successful"],
    ["pending", "pending"],
    ["failed", "failed"],
    ["voided", "failed"],
  ])("parses the status %s as %s", (status, expected) => {
    expect(read({ "data.status": status })).toMatchObject({ status: expected });
  });

  it("finds the session by the charge's reference, which is then not the reference for people", () => {
    expect(read({ "data.reference": SESSION, "data.account_number": undefined })).toMatchObject({
      account: "",
      accountReference: SESSION,
      bankRef: "chg_nONgeAGY97",
    });
  });

  it("finds the session by the customer's address if the reference is not ours", () => {
    const email = `money+${SESSION}@host.ng`;
    expect(read({ "data.customer.email": email })).toMatchObject({
      accountReference: SESSION,
      bankRef: "htuy68787hvhyff454",
    });
  });

  it.each([["1735116842"], ["2024-12-25T08:54:02Z"], [1_735_116_842]])("parses the time %j", (time) => {
    expect(read({ "data.created_datetime": time })).toMatchObject({
      paidAt: new Date("2024-12-25T08:54:02.000Z"),
    });
  });

  it.each([["soon"], [null], ["1e400"], ["999999999999999"]])("has no time if it is %j", (time) => {
    expect(read({ "data.created_datetime": time })).not.toHaveProperty("paidAt");
  });

  it("separates stamp duty from the other fees of a charge", () => {
    const fees = [
      { type: "app", amount: 35 },
      { type: "vat", amount: "2.63" },
      { type: "stamp_duty", amount: 50 },
    ];
    expect(read({ "data.fees": fees })).toMatchObject({ fee: 3763n, stampDuty: 5000n });
    const unreadable = [...fees, { type: "merchant", amount: -1 }];
    expect(read({ "data.fees": unreadable })).not.toHaveProperty("fee");
  });

  it.each([
    ["succeeded", "completed"],
    ["completed", "completed"],
    ["pending", "opened"],
    ["failed", "dismissed"],
  ])("parses a refund with the status %s as %s", (status, stage) => {
    const body = readFixture("flutterwave", "refund");
    expect(parseEditedBody(flutterwave, body, { "data.status": status })).toEqual({
      event: "refund.completed",
      kind: "reversal",
      reversal: "refund",
      stage,
      paymentKeys: ["chg_nONgeAGY97"],
      reference: "rfd_3XarBILKQS",
      status,
      amount: 250_000n,
    });
  });

  it("parses a chargeback, which is not documented, as unrecognised with an amount", () => {
    expect(read({ type: "chargeback.created" })).toMatchObject({ kind: "unrecognised", namesAmount: true });
  });
});

/** The sample of https://flutterwaveinc.mintlify.app/v4-api-reference/charges/list-charges, shortened. */
it("a charge of Flutterwave's API has the same members under other names", () => {
  const charge = {
    id: "chg_nONgeAGY97",
    amount: "12.34",
    fees: [{ type: "vat", amount: "12.3" }],
    billing_details: { email: `money+${SESSION}@host.ng` },
    currency: "NGN",
    payment_method_details: { id: "pmd_WRq7L4TM8p", type: "bank_transfer" },
    reference: "flw-1",
    status: "succeeded",
    created_datetime: "2024-12-03T13:54:21.546559974Z",
  };
  expect(parseCharge(charge)).toMatchObject({
    paymentKey: "chg_nONgeAGY97",
    amount: 1234n,
    fee: 1230n,
    channel: "bank_transfer",
    accountReference: SESSION,
    paidAt: new Date("2024-12-03T13:54:21.546Z"),
  });
});
