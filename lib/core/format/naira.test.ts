/** Guarantee: amounts of any size are formatted exactly, to the kobo. */
import { expect, test } from "vitest";
import { computeShares, formatCount, formatCountWithNoun, formatRate } from "./count";
import {
  formatNaira,
  formatNairaCompact,
  formatNairaForScreenReader,
  nairaParts,
  parseTypedNaira,
} from "./naira";

test.each([
  ["12500.00", "₦12,500.00"],
  ["0.00", "₦0.00"],
  ["0.05", "₦0.05"],
  ["42912500.00", "₦42,912,500.00"],
  ["92233720368547758.07", "₦92,233,720,368,547,758.07"],
  ["-50.00", "\u2212\u2009₦50.00"],
  [1_250_050n, "₦12,500.50"],
])("%s reads %s", (money, text) => {
  expect(formatNaira(money)).toBe(text);
});

test("thousands separators match the en-NG locale at every length", () => {
  const amounts = new Intl.NumberFormat("en-NG", {
    style: "currency",
    currency: "NGN",
    currencyDisplay: "narrowSymbol",
  });
  const counts = new Intl.NumberFormat("en-NG");
  for (let whole = 1n; whole < 10n ** 17n; whole = whole * 3n + 1n) {
    expect(formatNaira(`${whole}.09`)).toBe(amounts.format(`${whole}.09` as `${number}`));
    expect(formatCount(whole)).toBe(counts.format(whole));
    expect(formatCount(-whole)).toBe(counts.format(-whole));
  }
});

test("a positive difference has a plus sign, zero has none", () => {
  expect(formatNaira("1392500.00", { plus: true })).toBe("+₦1,392,500.00");
  expect(formatNaira(0n, { plus: true })).toBe("₦0.00");
});

test("the kobo are a separate part", () => {
  expect(nairaParts("26686.88")).toEqual({ sign: "", whole: "₦26,686", kobo: ".88" });
});

test.each([
  ["26100000.00", "₦26.1m"],
  ["500000.00", "₦500k"],
  ["999999.99", "₦1m"],
  ["999949999.99", "₦999.9m"],
  ["999950000.00", "₦1bn"],
  ["1250000000.00", "₦1.3bn"],
  ["999.50", "₦1000"],
  ["0.00", "₦0"],
  ["-2500000.00", "\u2212\u2009₦2.5m"],
])("%s is short %s", (money, text) => {
  expect(formatNairaCompact(money)).toBe(text);
});

test("an amount is formatted for screen readers", () => {
  expect(formatNairaForScreenReader("214500.00")).toBe("214,500 naira");
  expect(formatNairaForScreenReader("-12.05")).toBe("minus 12 naira 5 kobo");
});

test("only a full rate is 100.00%, and only a zero rate is 0.00%", () => {
  expect(formatRate(999_999, 1_000_000)).toBe("99.99%");
  expect(formatRate(1_000_000, 1_000_000)).toBe("100.00%");
  expect(formatRate(1, 1_000_000)).toBe("0.01%");
  expect(formatRate(0, 3)).toBe("0.00%");
  expect(formatRate(0, 0)).toBe("–");
});

test("shares add up to 100", () => {
  expect(computeShares([2_530_950_000n, 1_760_300_000n])).toEqual([59, 41]);
  expect(computeShares([1, 1, 1])).toEqual([34, 33, 33]);
  expect(computeShares([0n, 0n])).toEqual([0, 0]);
});

test("a count of one uses the singular", () => {
  expect([
    formatCountWithNoun(1n, "payment"),
    formatCountWithNoun(1608, "payment"),
    formatCountWithNoun(0, "payment"),
  ]).toEqual(["1 payment", "1,608 payments", "0 payments"]);
});

test.each([
  ["12,500", "12500.00"],
  ["₦12500", "12500.00"],
  ["12500", "12500.00"],
  ["₦ 1,250,000.5", "1250000.50"],
  ["NGN 12 500.00", "12500.00"],
  ["12500.", "12500.00"],
  ["12,50", undefined],
  ["1250,0", undefined],
  ["12.505", undefined],
  ["-5", undefined],
  ["", undefined],
  ["five", undefined],
])("the typed amount %j is read as %j", (typed, amount) => {
  expect(parseTypedNaira(typed)).toBe(amount);
});
