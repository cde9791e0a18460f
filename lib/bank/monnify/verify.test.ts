import { describe, expect, it } from "vitest";
import {
  changedBodies,
  invalidSignatures,
  readFixture,
  SECRET,
  sampleFor,
  toRawNotification,
} from "../testing/notifications";
import { monnify } from "./provider";

describe("a signature of Monnify", () => {
  it("is accepted if every byte is as signed", () => {
    expect(monnify.verify(toRawNotification(monnify.compose(sampleFor(monnify), SECRET)), SECRET)).toBe(true);
  });

  it.each([...invalidSignatures(monnify), ...changedBodies(monnify)])(
    "is refused for %s",
    (_, notification) => {
      expect(monnify.verify(notification, SECRET)).toBe(false);
    },
  );

  it("matches the vector that Monnify publishes", () => {
    const signature =
      "f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c";
    const notification = toRawNotification({
      headers: { "monnify-signature": signature },
      body: readFixture("monnify", "cash"),
    });
    expect(monnify.verify(notification, "91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y")).toBe(true);
  });
});
