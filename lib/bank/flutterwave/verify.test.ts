import { describe, expect, it } from "vitest";
import {
  changedBodies,
  invalidSignatures,
  readFixture,
  SECRET,
  sampleFor,
  toRawNotification,
} from "../testing/notifications";
import { flutterwave } from "./provider";

/** A signature of the bare body is Flutterwave's own. */
const invalid = invalidSignatures(flutterwave).filter(
  ([what]) => what !== "a SHA-256 signature of the bare body",
);

describe("a signature of Flutterwave", () => {
  it("is accepted if every byte is as signed", () => {
    const sent = flutterwave.compose(sampleFor(flutterwave), SECRET);
    expect(flutterwave.verify(toRawNotification(sent), SECRET)).toBe(true);
  });

  it.each([...invalid, ...changedBodies(flutterwave)])("is refused for %s", (_, notification) => {
    expect(flutterwave.verify(notification, SECRET)).toBe(false);
  });

  // Both computed with `openssl dgst -sha256 -hmac SECRET -binary | base64`.
  it.each([
    [
      "a short body",
      Buffer.from('{"type":"charge.completed","data":{"id":"chg_1"}}'),
      "BwcWprLM2tgpgG40iEKg0ZETlk4HjrIn4yuDVRIbr9w=",
    ],
    [
      "the documented sample",
      readFixture("flutterwave", "mobile-money"),
      "eMXzMtzyYaOnevZpyXhhiM1O+jFp4R1TdGKVHjcuTZg=",
    ],
  ])("is the HMAC-SHA256 of the raw body in base64, for %s", (_, body, signature) => {
    const headers = { "flutterwave-signature": signature };
    expect(flutterwave.verify(toRawNotification({ headers, body }), "flw_secret_hash")).toBe(true);
  });

  it("is not the secret hash itself, as in version 3", () => {
    const { body } = flutterwave.compose(sampleFor(flutterwave), SECRET);
    for (const header of ["flutterwave-signature", "verif-hash"])
      expect(flutterwave.verify(toRawNotification({ headers: { [header]: SECRET }, body }), SECRET)).toBe(
        false,
      );
  });
});
