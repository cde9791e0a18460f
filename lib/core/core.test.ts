import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonStorageError } from "./format/text";
import { isId, newId, PREFIXES, terminalFragment } from "./ids";
import { computeAverage } from "./kobo";
import { Amount, formatKobo, MAX_KOBO, parseNaira } from "./money";
import { CHUNK_ROWS, readInChunks, toNumberRange } from "./pagination";
import { dayIn, formatTimestampIn, parseInstant, wallClock } from "./time";

describe("money", () => {
  it("encoding and decoding an amount is lossless", () => {
    const kobo = fc.bigInt(0n, MAX_KOBO);
    fc.assert(fc.property(kobo, (amount) => Amount.decode(Amount.encode(amount)) === amount));
  });

  it.each([
    [0n, "0.00"],
    [5n, "0.05"],
    [1250050n, "12500.50"],
    [-5000n, "-50.00"],
  ])("%s kobo are formatted as %s", (kobo, text) => expect(formatKobo(kobo)).toBe(text));

  it.each(["", "1,000", "-1", "1.005", "1e3", " 1", "1.", ".5", "NaN"])("%j is no amount of naira", (text) =>
    expect(parseNaira(text)).toBeUndefined(),
  );

  it.each([
    [4_291_250_000n, 1_608, 2_668_688n],
    [10n, 4, 3n],
    [9n, 4, 2n],
    [10n, 0, undefined],
  ])("the average of %s kobo over %s payments is %s, to the nearest kobo", (sum, count, average) =>
    expect(computeAverage(sum, count)).toBe(average),
  );
});

describe("time", () => {
  it.each([
    ["2026-12-12T18:00:00Z", "2026-12-12T18:00:00.000Z"],
    ["2026-12-12T18:00:00.123456+0100", "2026-12-12T17:00:00.123Z"],
    ["2026-12-12T18:00:00-05:30", "2026-12-12T23:30:00.000Z"],
    ["20261212T180000Z", "2026-12-12T18:00:00.000Z"],
    ["2026-12-12T18:00", "2026-12-12T17:00:00.000Z"],
    ["2026-12-12 18:00:00", "2026-12-12T17:00:00.000Z"],
  ])("%s, parsed in Lagos, is %s", (text, utc) =>
    expect(parseInstant(text, "Africa/Lagos")?.toISOString()).toBe(utc),
  );

  it.each([
    "2026-02-30T10:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01",
    "12/12/2026",
    "now",
    "2026-01-01T10:00:00+25:00",
    "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00",
    "0000-12-31T23:59:59Z",
  ])("%s is no datetime", (text) => expect(parseInstant(text, "Africa/Lagos")).toBeUndefined());

  it.each([
    ["0099-02-03T04:05:06Z", "0099-02-03T04:05:06.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s keeps its year", (text, utc) => expect(parseInstant(text, "Africa/Lagos")?.toISOString()).toBe(utc));

  it("a time without a zone follows the summer time of the given zone", () => {
    expect(parseInstant("2026-07-01T12:00:00", "Europe/London")?.toISOString()).toBe(
      "2026-07-01T11:00:00.000Z",
    );
    expect(parseInstant("2026-12-01T12:00:00", "Europe/London")?.toISOString()).toBe(
      "2026-12-01T12:00:00.000Z",
    );
  });

  it("half past eleven at night in UTC is the next day in Lagos", () =>
    expect(dayIn("Africa/Lagos", new Date("2026-12-12T23:30:00Z"))).toBe("2026-12-13"));

  it.each([
    ["Africa/Lagos", "2026-12-12T23:30:15.999Z", "2026-12-13 00:30:15"],
    ["Africa/Lagos", "9999-12-31T23:59:59.000Z", "+010000-01-01 00:59:59"],
    ["Africa/Lagos", "1969-12-31T23:30:00.000Z", "1970-01-01 00:30:00"],
    ["Asia/Kathmandu", "2026-12-12T18:14:59.000Z", "2026-12-12 23:59:59"],
    ["Asia/Kathmandu", "2026-12-12T18:15:00.000Z", "2026-12-13 00:00:00"],
    ["Europe/London", "2026-03-29T00:59:59.000Z", "2026-03-29 00:59:59"],
    ["Europe/London", "2026-03-29T01:00:00.000Z", "2026-03-29 02:00:00"],
    ["UTC", "0001-01-01T00:00:00.000Z", "0001-01-01 00:00:00"],
  ])("in %s, %s is formatted as %s", (timeZone, at, text) =>
    expect(formatTimestampIn(timeZone, new Date(at))).toBe(text),
  );

  it("wall-clock times work before year 1", () => {
    const before = new Date("0000-12-31T12:00:00.000Z");
    expect(Math.abs(wallClock("Africa/Lagos", before).getTime() - before.getTime())).toBeLessThan(3_600_001);
  });
});

describe("ids", () => {
  it("ids sort by creation time", () => {
    const ids = [3, 1, 2].map((at) => newId("transaction", at * 1e12));
    expect(ids.toSorted()).toEqual([ids[1], ids[2], ids[0]]);
  });

  it("an id is valid only for its own kind, and arbitrary texts are not ids", () => {
    for (const kind of Object.keys(PREFIXES) as (keyof typeof PREFIXES)[]) {
      expect(isId(kind, newId(kind))).toBe(true);
    }
    expect(isId("session", newId("operator"))).toBe(false);
    fc.assert(fc.property(fc.string(), (text) => !isId("session", text)));
  });

  it("the terminal fragment is ten characters of the session id's random part", () => {
    const id = newId("session", 0);
    expect(id.slice(14, 24)).toBe(terminalFragment(id));
  });
});

describe("pages", () => {
  const pages = fc.record({
    last: fc.bigInt(0n, 3000n),
    limit: fc.bigInt(0n, 4000n),
    offset: fc.bigInt(0n, 4000n),
  });

  it("a page equals a slice of all rows, for any limit and offset", async () => {
    await fc.assert(
      fc.asyncProperty(pages, async ({ last, limit, offset }) => {
        const numbers = Array.from({ length: Number(last) }, (_, index) => last - BigInt(index));
        const read = async ({ after, upTo }: { after: bigint; upTo: bigint }) =>
          numbers.filter((number) => number > after && number <= upTo);
        const rows: bigint[] = [];
        const pageLength = BigInt(numbers.slice(Number(offset), Number(offset + limit)).length);
        for await (const chunk of readInChunks(toNumberRange(last, { limit, offset }), read)) {
          expect(chunk.rows.length).toBeLessThanOrEqual(Number(CHUNK_ROWS));
          rows.push(...chunk.rows);
          expect(chunk.isLast).toBe(BigInt(rows.length) === pageLength);
        }
        expect(rows).toEqual(numbers.slice(Number(offset), Number(offset + limit)));
      }),
      { numRuns: 100 },
    );
  });
});

describe("texts", () => {
  it("JSON that PostgreSQL cannot store is rejected, at any depth", () => {
    let deep: unknown = {};
    for (let level = 0; level < 10_000; level++) deep = [deep];
    expect(findJsonStorageError(deep)).toMatch(/nested/);
    expect(findJsonStorageError({ a: ["\u0000"] })).toMatch(/NUL/);
    expect(findJsonStorageError({ "\ud800": 1 })).toMatch(/keys/);
    expect(findJsonStorageError({ a: [JSON.parse("1e400")] })).toMatch(/double precision/);
    expect(findJsonStorageError({ a: [{ b: "₦" }, null, 1, true] })).toBeUndefined();
  });
});
