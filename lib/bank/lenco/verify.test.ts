import { describe, expect, it } from "vitest";
import {
  changedBodies,
  invalidSignatures,
  SECRET,
  sampleFor,
  toRawNotification,
} from "../testing/notifications";
import { lenco } from "./provider";

describe("a signature of Lenco", () => {
  it("is accepted if every byte is as signed", () => {
    expect(lenco.verify(toRawNotification(lenco.compose(sampleFor(lenco), SECRET)), SECRET)).toBe(true);
  });

  it.each([...invalidSignatures(lenco), ...changedBodies(lenco)])("is refused for %s", (_, notification) => {
    expect(lenco.verify(notification, SECRET)).toBe(false);
  });

  it("is made under the SHA-256 of the token, in hex", () => {
    const body =
      '{"event":"virtual-account.transaction","data":{"id":"va-txn-1","transactionAmount":"5000.00","currency":"NGN","nipSessionId":"000013240101120000123456789012"}}';
    const signature =
      "c870c8f33bd4736d5caf243fca8a7a51739c72d2dca26b3180b68d6ae65667b957a9b98f4c569d157ebfab4387cec27984d3473b73c47fe0a376721cc25f87e9";
    expect(
      lenco.verify(
        toRawNotification({ headers: { "x-lenco-signature": signature }, body }),
        "lenco_test_token",
      ),
    ).toBe(true);
  });
});
