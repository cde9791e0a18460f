import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { decryptHeaders, encryptHeaders, parseHeaders } from "./custom-headers";

process.env.ENCRYPTION_KEY = Buffer.alloc(32, 7).toString("base64");
const id = newId("webhookEndpoint");
const refusal = (headers: Record<string, string>) => {
  try {
    parseHeaders(headers);
    return "";
  } catch (thrown) {
    return JSON.stringify((thrown as { faults: unknown }).faults);
  }
};

test.each([
  ...["Host", "content-type", "Content-Length", "CONTENT-FOO", "Transfer-Encoding", "Connection", "Upgrade"],
  ...[
    "TE",
    "Trailer",
    "Keep-Alive",
    "Proxy-Authorization",
    "proxy-connection",
    "webhook-id",
    "Webhook-Anything",
  ],
  ...["User-Agent", "accept-encoding", "expect", "", " x", "x y", "x:y", "x\r\ny", "é", "x\0", "(x)"],
])("the name %j is refused", (name) => {
  expect(refusal({ [name]: "value" })).not.toBe("");
});

test.each(["", " x", "x ", "x\r\nwebhook-id: 1", "x\ny", "x\0", "é", "\t", "x".repeat(1_001)])(
  "the value %j is refused and not repeated",
  (value) => {
    const fault = refusal({ "x-token": value });
    expect(fault).toContain("/headers/x-token");
    if (value.trim().length > 3) expect(fault).not.toContain(value);
  },
);

test("accepted headers are lower case, sorted, and survive encryption for their endpoint only", () => {
  const headers = parseHeaders({ "X-Token": "a b\tc", Authorization: "Bearer x" });
  expect(Object.entries(headers)).toEqual([
    ["authorization", "Bearer x"],
    ["x-token", "a b\tc"],
  ]);
  const stored = encryptHeaders(id, headers);
  expect(stored).not.toContain("Bearer");
  expect(decryptHeaders(id, stored)).toEqual(headers);
  expect(decryptHeaders(newId("webhookEndpoint"), stored)).toBeNull();
  expect(encryptHeaders(id, {})).toBeNull();
  expect(refusal({ "X-Token": "1", "x-token": "2" })).toContain("given twice");
  expect(refusal(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`x-${at}`, "1"])))).not.toBe("");
});

test("whatever is accepted is a header of one line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, value) => {
      if (refusal({ [name]: value }) !== "") return;
      expect(new Headers({ [name]: value }).get(name)).toBe(value);
      expect(/[\r\n\0]/.test(name + value)).toBe(false);
    }),
  );
});
