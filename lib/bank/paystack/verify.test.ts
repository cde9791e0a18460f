import { describe, expect, it } from "vitest";
import { noticeOf, SECRET, sampleFor, spoiltBodies, spoiltSignatures } from "../testing/notices";
import { paystack } from "./provider";

describe("a signature of Paystack", () => {
  it("is believed when every byte is as it was signed", () => {
    expect(paystack.verify(noticeOf(paystack.compose(sampleFor(paystack), SECRET)), SECRET)).toBe(true);
  });

  it.each([...spoiltSignatures(paystack), ...spoiltBodies(paystack)])("is refused for %s", (_, notice) => {
    expect(paystack.verify(notice, SECRET)).toBe(false);
  });
});
