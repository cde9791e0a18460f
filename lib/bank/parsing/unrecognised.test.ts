import { describe, expect, it } from "vitest";
import { decodeJson } from "./message";
import { toUnrecognised } from "./unrecognised";

describe("a body of an unrecognised kind", () => {
  const read = (json: unknown) => toUnrecognised(decodeJson(Buffer.from(JSON.stringify(json))), "naira");

  it.each([
    [{ amount: 5 }, 500n],
    [{ a: [{ b: { amountPaid: "12.50" } }] }, 1250n],
    [{ TOTAL_AMOUNT: "0.01" }, 1n],
    [{ amount: { value: 7 } }, 700n],
    [{ amounts: ["0", null, "3"] }, 300n],
    [{ deep: { amount: 9 }, amount: 5 }, 500n],
    [{ amount: "1,250.00" }, undefined],
    [{ amount: "NGN 500" }, undefined],
    [{ amount: 1e30 }, undefined],
    [{ amount: "1e-9" }, undefined],
  ])("names an amount: %j", (json, amount) => {
    expect(read(json)).toEqual({
      kind: "unrecognised",
      namesAmount: true,
      ...(amount !== undefined && { amount }),
    });
  });

  it.each([
    [{}],
    [[]],
    [null],
    ["amount"],
    [{ amount: 0 }],
    [{ amount: "0.00" }],
    [{ amount: -5 }],
    [{ amount: true }],
    [{ amount: null }],
    [{ amount: "five" }],
    [{ amount: "" }],
    [{ amount: {} }],
    [{ total: 5, balance: { value: 5 } }],
  ])("names none: %j", (json) => {
    expect(read(json)).toEqual({ kind: "unrecognised", namesAmount: false });
  });

  it("is searched at any depth", () => {
    const depth = 200_000;
    const body = `${'{"a":'.repeat(depth)}{"amount":"3"}${"}".repeat(depth)}`;
    expect(toUnrecognised(decodeJson(Buffer.from(body)), "naira")).toMatchObject({ namesAmount: true });
  });

  it("is searched within a second if its amount is a long text of spaces", () => {
    const startedAt = performance.now();
    expect(read({ amount: `${" ".repeat(65_536)}x` })).toMatchObject({ namesAmount: false });
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});
