import { describe, expect, it, vi } from "vitest";
import { invalidSignatures, readFixture, SAMPLE, SECRET, toRawNotification } from "../testing/notifications";
import { nomba } from "./provider";

const VECTOR_SECRET = "HkatexKDZg7CLWy96q5sfrVHSvtoz92B";
const HEADERS = {
  "nomba-signature": "Kt9095hQxfgmVbx6iz7G2tPhHdbdXgLlyY/mf35sptw=",
  "nomba-sig-value": "Kt9095hQxfgmVbx6iz7G2tPhHdbdXgLlyY/mf35sptw=",
  "nomba-signature-algorithm": "HmacSHA256",
  "nomba-signature-version": "1.0.0",
  "nomba-timestamp": "2025-09-29T10:51:44Z",
};
const BODY = readFixture("nomba", "transfer").toString();
const verifies = (headers: Record<string, string>, body: string) =>
  nomba.verify(toRawNotification({ headers, body }), VECTOR_SECRET);

describe("a signature of Nomba", () => {
  it("matches the vector that Nomba publishes", () => {
    expect(verifies(HEADERS, BODY)).toBe(true);
  });

  it("is accepted if every member is as signed", () => {
    expect(nomba.verify(toRawNotification(nomba.compose(SAMPLE, SECRET)), SECRET)).toBe(true);
  });

  it.each(invalidSignatures(nomba))("is refused for %s", (_, notification) => {
    expect(nomba.verify(notification, SECRET)).toBe(false);
  });

  it.each([
    ["event_type", '"payment_success"', '"payment_failed"'],
    ["requestId", '"45f2dc2d', '"45f2dc2e'],
    ["userId", '"b7b10e81-', '"b7b10e82-'],
    ["walletId", '"6756ff80', '"6756ff81'],
    ["transactionId", '"API-VACT_TRA-B7B10', '"API-VACT_TRA-B7B11'],
    ["type", '"vact_transfer"', '"purchase"'],
    ["time", '"time":"2025-09-29T10:51:44Z"', '"time":"2025-09-29T10:51:45Z"'],
    ["responseCode", '"responseCode":""', '"responseCode":"00"'],
  ])("is refused if %s was changed", (_, from, to) => {
    const body = BODY.replace(from, to);
    expect(body).not.toBe(BODY);
    expect(verifies(HEADERS, body)).toBe(false);
  });

  it("treats a response code of null, or its text, as empty", () => {
    expect(verifies(HEADERS, BODY.replace('"responseCode":""', '"responseCode":"null"'))).toBe(true);
    expect(verifies(HEADERS, BODY.replace('"responseCode":""', '"responseCode":null'))).toBe(true);
  });

  it("does not cover the amount, so a success needs confirmation", () => {
    const body = BODY.replace('"transactionAmount":10', '"transactionAmount":10000');
    expect(verifies(HEADERS, body)).toBe(true);
    const message = nomba.parse(toRawNotification({ headers: HEADERS, body }), {
      businessTimeZone: "Africa/Lagos",
    });
    expect(message).toMatchObject({ amount: 1_000_000n, needsConfirmation: true });
  });

  it.each([
    ["nomba-signature-algorithm", "HmacSHA512"],
    ["nomba-signature-algorithm", "hmacsha256"],
    ["nomba-signature-version", "2.0.0"],
    ["nomba-timestamp", "2025-09-29T10:51:45Z"],
    ["nomba-timestamp", ""],
  ])("is refused if %s is %j", (header, value) => {
    expect(verifies({ ...HEADERS, [header]: value }, BODY)).toBe(false);
  });

  it("is refused unparsed for a body over 64 KiB, even if it is correct", () => {
    const padded = (bytes: number) => BODY + " ".repeat(bytes - Buffer.byteLength(BODY));
    expect(nomba.bodyLimitBytes).toBe(65_536);
    expect(verifies(HEADERS, padded(65_536))).toBe(true);
    const parse = vi.spyOn(JSON, "parse");
    expect(verifies(HEADERS, padded(65_537))).toBe(false);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it("decodes a notification once for verification with each secret and parsing", () => {
    const notification = toRawNotification({ headers: HEADERS, body: BODY });
    const decode = vi.spyOn(TextDecoder.prototype, "decode");
    expect(nomba.verify(notification, "another secret")).toBe(false);
    expect(nomba.verify(notification, VECTOR_SECRET)).toBe(true);
    expect(nomba.parse(notification, { businessTimeZone: "Africa/Lagos" }).kind).toBe("credit");
    expect(decode).toHaveBeenCalledTimes(1);
    decode.mockRestore();
  });

  it.each(["", "nonsense", "null", "[]", '"text"', "{"])(
    "is refused for the body %j without throwing",
    (body) => {
      expect(verifies(HEADERS, body)).toBe(false);
    },
  );
});
