import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatBankAmount, MAX_PAYMENT_KOBO, parseFee, parseKobo, parsePaymentAmount } from "./amount";
import { parseCurrency } from "./credit";
import { decodeJson, WRONG_TYPE } from "./message";
import { cleanText, isIdentity, truncateText } from "./text";
import { parseBankTime } from "./time";

describe("a bank's amount", () => {
  it.each([
    ["10", "naira", 1000n],
    ["1234.1", "naira", 123_410n],
    ["1234.10", "naira", 123_410n],
    ["1234.5000", "naira", 123_450n],
    ["1.0E7", "naira", 1_000_000_000n],
    ["2.5e-1", "naira", 25n],
    [" 5 ", "kobo", 5n],
    ["5.00", "kobo", 5n],
    ["90071992547409.93", "naira", 9_007_199_254_740_993n],
  ] as const)("%j in %s is exactly %s kobo", (text, unit, kobo) => {
    expect(parseKobo(text, unit)).toBe(kobo);
  });

  it.each([
    "",
    " ",
    "-1",
    "+1",
    "1.",
    ".5",
    "1,000",
    "0x10",
    "NaN",
    "Infinity",
    "1e",
    "1.005",
    "2e-3",
    "1e999",
    null,
    undefined,
  ])("%j is undefined", (text) => {
    expect(parseKobo(text, "naira")).toBeUndefined();
  });

  it("is unchanged by formatting and parsing in either unit", () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, MAX_PAYMENT_KOBO),
        fc.constantFrom("naira" as const, "kobo" as const),
        (kobo, unit) => {
          expect(parseKobo(formatBankAmount(kobo, unit), unit)).toBe(kobo);
        },
      ),
    );
  });
});

describe("an amount's range", () => {
  it.each([
    ["1", 100n],
    ["100000000000000", MAX_PAYMENT_KOBO],
    ["100000000000000.01", undefined],
    ["0", undefined],
    ["0.00", undefined],
    ["-5", undefined],
    [WRONG_TYPE, undefined],
    [null, undefined],
  ])("%j naira of a payment is %s kobo", (text, kobo) => {
    expect(parsePaymentAmount(text, "naira")).toBe(kobo);
  });

  it.each([
    ["0", 0n],
    ["52.50", 5250n],
    ["100000000000000", MAX_PAYMENT_KOBO],
    ["1e19", undefined],
    ["999999999999999999999999999999", undefined],
    ["-1", undefined],
    [WRONG_TYPE, undefined],
    [null, undefined],
  ])("%j naira of a charge is %s kobo", (text, kobo) => {
    expect(parseFee(text, "naira")).toBe(kobo);
  });
});

describe("a bank's currency", () => {
  it.each([
    [undefined, "NGN"],
    [null, "NGN"],
    ["NGN", "NGN"],
    [" ngn ", "NGN"],
    ["usd", "USD"],
    ["", "?"],
    ["  ", "?"],
    [WRONG_TYPE, "?"],
    ["566", "?"],
    ["-1.5", "?"],
    ["NGN\u0000", "?"],
    ["N\u0000GN", "N GN"],
  ])("%j is %s", (text, currency) => {
    expect(parseCurrency(text)).toBe(currency);
  });

  it("is not NGN for any other text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(parseCurrency(text) === "NGN").toBe(text.trim().toUpperCase() === "NGN");
        expect(parseCurrency(text)).not.toBe("");
      }),
    );
  });
});

describe("a bank's time", () => {
  it.each([
    ["2021-11-17 11:28:42.615", "2021-11-17T10:28:42.615Z"],
    ["17/11/2021 3:48:10 PM", "2021-11-17T14:48:10.000Z"],
    ["11/11/2021 02:29:00 PM", "2021-11-11T13:29:00.000Z"],
    ["01/02/2021 12:05:00 AM", "2021-01-31T23:05:00.000Z"],
    ["01/02/2021 12:05:00 PM", "2021-02-01T11:05:00.000Z"],
    ["2023-06-26 17:53:55.0", "2023-06-26T16:53:55.000Z"],
    ["2024-09-24T09:32:57.916+0100", "2024-09-24T08:32:57.916Z"],
    ["2024-11-01T16:19:57.912103129", "2024-11-01T15:19:57.912Z"],
    ["2025-09-29T10:51:44Z", "2025-09-29T10:51:44.000Z"],
  ])("%j is %s", (text, instant) => {
    expect(parseBankTime(text)?.toISOString()).toBe(instant);
  });

  it.each([
    "",
    "soon",
    "31/02/2021 1:00:00 PM",
    "17/11/2021 13:00:00 PM",
    "17/11/2021 0:30:00 AM",
    "11/17/2021 1:00:00 PM",
    "1732104000",
    null,
  ])("%j is undefined", (text) => {
    expect(parseBankTime(text)).toBeUndefined();
  });

  it("is between the years 1 and 9999 or undefined for any text", () => {
    const two = (max: number, edges: string[] = []) =>
      fc.oneof(
        fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, "0")),
        ...edges.map((edge) => fc.constant(edge)),
      );
    const year = fc.oneof(
      fc.constantFrom("0000", "0001", "0002", "0099", "0100", "9998", "9999"),
      fc.integer({ min: 0, max: 9999 }).map((value) => String(value).padStart(4, "0")),
    );
    const zone = fc.oneof(
      fc.constantFrom("", "Z", "-14:00", "+14:00", "-23:59", "+2359", "+24:00"),
      fc.tuple(fc.constantFrom("+", "-"), two(30), two(70)).map(([sign, ...rest]) => sign + rest.join(":")),
    );
    const iso = fc
      .tuple(
        year,
        two(14, ["01", "12"]),
        two(33, ["01", "31"]),
        two(25, ["00", "23"]),
        two(61),
        two(61),
        fc.constantFrom("", ".9", ".999999999"),
        zone,
      )
      .map(([y, m, d, h, min, s, fraction, z]) => `${y}-${m}-${d}T${h}:${min}:${s}${fraction}${z}`);
    const dayFirst = fc
      .tuple(
        two(33, ["01", "31"]),
        two(14, ["01", "12"]),
        year,
        two(14, ["12"]),
        two(61),
        two(61),
        fc.constantFrom("AM", "PM", "am", ""),
      )
      .map(([d, m, y, h, min, s, half]) => `${d}/${m}/${y} ${h}:${min}:${s} ${half}`);
    const timeZone = fc.constantFrom("Africa/Lagos", "UTC", "America/Los_Angeles", "Pacific/Kiritimati");
    fc.assert(
      fc.property(fc.oneof(iso, dayFirst, fc.string()), timeZone, (text, zoneName) => {
        const moment = parseBankTime(text, zoneName);
        if (moment === undefined) return;
        expect(moment.toISOString()).toHaveLength(24);
        expect(moment.getTime()).toBeGreaterThanOrEqual(Date.parse("0001-01-01T00:00:00.000Z"));
      }),
      { numRuns: 3000 },
    );
  });

  it("is parsed in the adapter's time zone", () => {
    expect(parseBankTime("2026-11-20 10:00:00", "UTC")?.toISOString()).toBe("2026-11-20T10:00:00.000Z");
  });
});

describe("a bank's JSON", () => {
  it("keeps the original text of numbers, and strings that look like numbers", () => {
    const text =
      '{"id":18446744073709551615,"a":[1.10,-2e5,0],"s":"x 12 \\"34\\" \\\\","t":true,"n":null,"5":"6"}';
    expect(decodeJson(Buffer.from(text))).toEqual({
      id: "18446744073709551615",
      a: ["1.10", "-2e5", "0"],
      s: 'x 12 "34" \\',
      t: true,
      n: null,
      5: "6",
    });
  });

  it("is decoded like JSON.parse except for numbers", () => {
    const textual = (_: string, value: unknown) =>
      typeof value === "number" ? JSON.stringify(value) : value;
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(decodeJson(Buffer.from(text)))).toBe(JSON.stringify(JSON.parse(text), textual));
      }),
    );
  });

  it.each([
    ...["", "{", "{1:2}", "{12\n:3}", "[01]", "[1 2]", "'a'", "NaN", '"a', '"a\\"', '["a"1]'],
    ...["[-]", "[+1]", "[1.]", "[.5]", "[1e]", "[1e+]", "[0x1]", "[1", "1a", "--1"],
  ])("is not %j", (text) => {
    expect(() => decodeJson(Buffer.from(text))).toThrow(SyntaxError);
  });

  it("is refused exactly where JSON.parse refuses it", () => {
    const parses = (parse: () => unknown) => {
      try {
        parse();
        return true;
      } catch {
        return false;
      }
    };
    const edit = fc.record({
      json: fc.json(),
      at: fc.nat(60),
      removed: fc.nat(2),
      added: fc.stringMatching(/^[-+.0-9eE":,{}[\]\\ ]{0,3}$/),
    });
    fc.assert(
      fc.property(edit, ({ json, at, removed, added }) => {
        const text = json.slice(0, at) + added + json.slice(at + removed);
        expect(parses(() => decodeJson(Buffer.from(text)))).toBe(parses(() => JSON.parse(text)));
      }),
      { numRuns: 2_000 },
    );
  });

  it("is decoded with any length and escapes", () => {
    const text = '\\"1'.repeat(200_000);
    expect(decodeJson(Buffer.from(JSON.stringify({ text })))).toEqual({ text });
  });
});

describe("a bank's text", () => {
  it("is cleaned of control characters and unpaired surrogates, trimmed and truncated", () => {
    expect(cleanText("  Ngozi\u0000\u001b[31m\nObi\ud800 ")).toBe("Ngozi [31m Obi");
    expect(cleanText("Ọlá ₦ 🎉")).toBe("Ọlá ₦ 🎉");
    expect(cleanText("x".repeat(2000))).toHaveLength(500);
    expect(cleanText(null)).toBe("");
    expect(truncateText("ab🎉", 3)).toBe("ab");
  });

  it("can always be stored", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const clean = cleanText(text);
        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/\p{Cc}/u);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });

  it("identifies a payment only if it needs no cleaning", () => {
    expect(isIdentity("MNFY|04|20211117112842|000170")).toBe(true);
    for (const text of [
      "",
      "  ",
      "a\u0000",
      "a\tb",
      "a\ud800",
      "a\ufffd",
      "k".repeat(201),
      null,
      undefined,
    ]) {
      expect(isIdentity(text)).toBe(false);
    }
  });
});
