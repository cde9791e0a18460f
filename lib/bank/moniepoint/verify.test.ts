import { describe, expect, it } from "vitest";
import {
  changedBodies,
  invalidSignatures,
  SECRET,
  sampleFor,
  toRawNotification,
} from "../testing/notifications";
import { moniepoint } from "./provider";

describe("a signature of Moniepoint", () => {
  it("is accepted if every byte is as signed", () => {
    expect(
      moniepoint.verify(toRawNotification(moniepoint.compose(sampleFor(moniepoint), SECRET)), SECRET),
    ).toBe(true);
  });

  it.each([...invalidSignatures(moniepoint), ...changedBodies(moniepoint)])(
    "is refused for %s",
    (_, notification) => {
      expect(moniepoint.verify(notification, SECRET)).toBe(false);
    },
  );

  it.each(["moniepoint-webhook-id", "moniepoint-webhook-timestamp"])(
    "is refused if %s is missing or changed",
    (header) => {
      const sent = moniepoint.compose(sampleFor(moniepoint), SECRET);
      const { [header]: value, ...rest } = sent.headers;
      expect(moniepoint.verify(toRawNotification({ ...sent, headers: rest }), SECRET)).toBe(false);
      expect(
        moniepoint.verify(
          toRawNotification({ ...sent, headers: { ...rest, [header]: `${value}1` } }),
          SECRET,
        ),
      ).toBe(false);
    },
  );

  it("is accepted at any age, because a retry may have the old time", () => {
    const longAgo = { ...sampleFor(moniepoint), paidAt: new Date("2020-01-01T00:00:00Z") };
    expect(moniepoint.verify(toRawNotification(moniepoint.compose(longAgo, SECRET)), SECRET)).toBe(true);
  });
});
