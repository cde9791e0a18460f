import { describe, expect, it } from "vitest";
import { fixture, noticeOf, SECRET, sampleFor, spoiltBodies, spoiltSignatures } from "../testing/notices";
import { monnify } from "./provider";

describe("a signature of Monnify", () => {
  it("is believed when every byte is as it was signed", () => {
    expect(monnify.verify(noticeOf(monnify.compose(sampleFor(monnify), SECRET)), SECRET)).toBe(true);
  });

  it.each([...spoiltSignatures(monnify), ...spoiltBodies(monnify)])("is refused for %s", (_, notice) => {
    expect(monnify.verify(notice, SECRET)).toBe(false);
  });

  it("matches the vector that Monnify publishes", () => {
    const signature =
      "f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c";
    const notice = noticeOf({
      headers: { "monnify-signature": signature },
      body: fixture("monnify", "cash"),
    });
    expect(monnify.verify(notice, "91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y")).toBe(true);
  });
});
