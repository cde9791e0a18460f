import { describe, expect, it } from "vitest";
import { noticeOf, SECRET, sampleFor, spoiltBodies, spoiltSignatures } from "../testing/notices";
import { moniepoint } from "./provider";

describe("a signature of Moniepoint", () => {
  it("is believed when every byte is as it was signed", () => {
    expect(moniepoint.verify(noticeOf(moniepoint.compose(sampleFor(moniepoint), SECRET)), SECRET)).toBe(true);
  });

  it.each([...spoiltSignatures(moniepoint), ...spoiltBodies(moniepoint)])(
    "is refused for %s",
    (_, notice) => {
      expect(moniepoint.verify(notice, SECRET)).toBe(false);
    },
  );

  it.each(["moniepoint-webhook-id", "moniepoint-webhook-timestamp"])(
    "is refused without %s, or with another",
    (header) => {
      const sent = moniepoint.compose(sampleFor(moniepoint), SECRET);
      const { [header]: value, ...rest } = sent.headers;
      expect(moniepoint.verify(noticeOf({ ...sent, headers: rest }), SECRET)).toBe(false);
      expect(
        moniepoint.verify(noticeOf({ ...sent, headers: { ...rest, [header]: `${value}1` } }), SECRET),
      ).toBe(false);
    },
  );

  it("is not refused for its age, for a bank may try again with the old time", () => {
    const longAgo = { ...sampleFor(moniepoint), paidAt: new Date("2020-01-01T00:00:00Z") };
    expect(moniepoint.verify(noticeOf(moniepoint.compose(longAgo, SECRET)), SECRET)).toBe(true);
  });
});
