import { describe, expect, it } from "vitest";
import { parseSettlementFile } from "./csv";

const HEADER = "payment_reference,settlement_reference,settled_on,amount";
const parse = (...lines: string[]) => parseSettlementFile([HEADER, ...lines].join("\n"));

describe("a settlement file", () => {
  it("is CSV with amounts in naira, columns in any order and capitals, thousands separators and a byte order mark", () => {
    const text =
      '\uFEFFAmount,Settled On,Payment Reference,Settlement Reference,Bank\r\n"12,500.50",2026-11-20,T1,S1,Wema\r\n\r\n7,2026-11-20,T2,S1,Wema\r\n';
    expect(parseSettlementFile(text)).toEqual({
      invalid: [],
      lines: [
        {
          line: 2,
          paymentReference: "T1",
          settlementReference: "S1",
          settledOn: "2026-11-20",
          amount: 1_250_050n,
          isNet: false,
        },
        {
          line: 4,
          paymentReference: "T2",
          settlementReference: "S1",
          settledOn: "2026-11-20",
          amount: 700n,
          isNet: false,
        },
      ],
    });
  });

  it("states net amounts in the column net_amount", () => {
    const text = "payment_reference,settlement_reference,settled_on,net_amount\nT1,S1,2026-11-20,99.00";
    expect(parseSettlementFile(text).lines).toMatchObject([{ amount: 9_900n, isNet: true }]);
  });

  it.each([
    ["has no lines", HEADER, /no lines/],
    ["is empty", "", /no lines/],
    [
      "has no payment_reference",
      "settlement_reference,settled_on,amount\nS1,2026-11-20,1",
      /payment_reference/,
    ],
    [
      "has a short first line and no payment_reference",
      "settlement_reference,settled_on,amount\nS1",
      /payment_reference/,
    ],
    ["has no amount", "payment_reference,settlement_reference,settled_on\nT1,S1,2026-11-20", /net_amount/],
    ["has both amounts", `${HEADER},net_amount\nT1,S1,2026-11-20,1,1`, /one of the columns/],
    ["has an open quote", `${HEADER}\n"T1,S1,2026-11-20,1`, /not valid CSV/],
  ])("is refused at /csv if it %s", (_, text, detail) => {
    expect(() => parseSettlementFile(text)).toThrow(
      expect.objectContaining({
        code: "invalid_request",
        faults: [{ pointer: "/csv", detail: expect.stringMatching(detail) }],
      }),
    );
  });

  it.each([
    [",S1,2026-11-20,1", /payment_reference is empty/],
    ["T1,,2026-11-20,1", /settlement_reference is empty/],
    [`${"x".repeat(201)},S1,2026-11-20,1`, /payment_reference is too long/],
    ["T1,S1,20/11/2026,1", /settled_on must be a date such as/],
    ["T1,S1,2026-02-30,1", /settled_on must be a date such as/],
    ["T1,S1,0001-01-01,1", /settled_on must be a date such as/],
    ["T1,S1,2026-11-20,99999999999999999.00", /amount must be an amount in naira/],
    ["T1,S1,2026-11-20,0", /amount must be an amount in naira/],
    ["T1,S1,2026-11-20,-5", /amount must be an amount in naira/],
    ["T1,S1,2026-11-20,1.005", /amount must be an amount in naira/],
    ['T1,S1,2026-11-20,"1,50"', /amount must be an amount in naira/],
    ["T1,S1,2026-11-20,", /amount must be an amount in naira/],
    ["T1,S1,2026-11-20", /number of fields differs/],
    ["T1,S1,2026-11-20,5,000.00", /number of fields differs/],
  ])("has the invalid line %j", (line, detail) => {
    expect(parse("T9,S9,2026-11-20,1", line)).toMatchObject({
      lines: [{ line: 2 }],
      invalid: [{ line: 3, detail: expect.stringMatching(detail) }],
    });
  });

  it("gives a settlement one day, and lists a payment once in it", () => {
    const { lines, invalid } = parse(
      "T1,S1,2026-11-20,1",
      "T2,S1,2026-11-21,1",
      "T1,S1,2026-11-20,2",
      "T1,S2,2026-11-21,1",
    );
    expect(lines.map(({ line }) => line)).toEqual([2, 5]);
    expect(invalid).toEqual([
      { line: 3, detail: "settled_on must be 2026-11-20, as in line 2 of the same settlement." },
      { line: 4, detail: "This payment is in line 2 already." },
    ]);
  });
});
