import { describe, expect, it } from "vitest";
import {
  changedBodies,
  invalidSignatures,
  SECRET,
  sampleFor,
  toRawNotification,
} from "../testing/notifications";
import { paystack } from "./provider";

describe("a signature of Paystack", () => {
  it("is accepted if every byte is as signed", () => {
    expect(paystack.verify(toRawNotification(paystack.compose(sampleFor(paystack), SECRET)), SECRET)).toBe(
      true,
    );
  });

  it.each([...invalidSignatures(paystack), ...changedBodies(paystack)])(
    "is refused for %s",
    (_, notification) => {
      expect(paystack.verify(notification, SECRET)).toBe(false);
    },
  );
});
