import { describe, expect, it } from "vitest";
import { WRONG_TYPE } from "./message";
import { parseSettlementDay, parseSettlementLines } from "./settlement";

describe("a bank's settlement", () => {
  const line = (texts: {
    key?: string | null;
    gross?: string | null;
    net?: string | null;
    currency?: string;
  }) => ({
    index: 4,
    paymentKey: { member: "reference", text: texts.key },
    gross: { member: "paid", text: texts.gross },
    net: { member: "net", text: texts.net },
    currency: texts.currency,
  });
  const read = (texts: Parameters<typeof line>[0]) => parseSettlementLines([line(texts)], "naira");

  it.each([
    [
      { key: "k", gross: "5", net: "4" },
      { paymentKey: "k", gross: 500n },
    ],
    [
      { key: "k", gross: WRONG_TYPE, net: "4" },
      { paymentKey: "k", net: 400n },
    ],
    [
      { key: "k", net: "4" },
      { paymentKey: "k", net: 400n },
    ],
  ])("parses the line %j with its gross, else its net amount", (texts, expected) => {
    expect(read(texts)).toEqual({ lines: [expected], unreadableLines: [] });
  });

  it.each([
    [
      { key: null, gross: "5" },
      { why: "reference is missing, or cannot identify a payment", amount: 500n },
    ],
    [
      { key: "", net: "4" },
      { why: "reference is missing, or cannot identify a payment", amount: 400n },
    ],
    [{ key: WRONG_TYPE }, { why: "reference is missing, or cannot identify a payment" }],
    [{ key: "k" }, { why: "neither paid nor net is an amount in naira" }],
    [{ key: "k", gross: "-5", net: "1e30" }, { why: "neither paid nor net is an amount in naira" }],
    [{ key: "k", gross: "5", currency: "USD" }, { why: "currency is not NGN" }],
  ])("returns only the line %j as unreadable", (texts, expected) => {
    expect(read(texts)).toEqual({ lines: [], unreadableLines: [{ index: 4, ...expected }] });
  });

  it.each([
    ["2026-11-20T23:30:00Z", "2026-11-21"],
    ["01/01/2000 12:00:00 PM", "2000-01-01"],
  ])("has the day of %s", (text, day) => {
    expect(parseSettlementDay("at", text, "Africa/Lagos")).toBe(day);
  });

  it.each(["0001-06-01T00:00:00Z", "1999-12-31T12:00:00Z", "9999-12-31T23:30:00Z", "soon", null])(
    "has no day at %j",
    (text) => {
      expect(() => parseSettlementDay("at", text, "Africa/Lagos")).toThrow(/^at is not/);
    },
  );
});
