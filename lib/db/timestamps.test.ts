/** Guarantee: times of any year are stored and read without change. */
import { expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";
import { parseTimestamp } from "./timestamps";

useTestDatabase();

test.each([
  [-62_135_600_400_000, "one hour before year 1"],
  [-62_135_596_800_000, "the beginning of year 1"],
  [-61_000_000_000_123, "year 36"],
  [-14_182_940_000, "1969"],
  [0, "1970"],
  [1_795_432_509_318, "2026"],
  [2_147_558_400_000, "2038"],
  [253_402_300_799_999, "the end of 9999"],
  [253_402_300_800_000, "the beginning of 10000"],
])("%d (%s) is stored and read without change, as a column and in JSON", async (ms) => {
  const at = new Date(ms);
  const [row] = await systemDb().sql<{ at: Date; json: { at: string }; same: boolean }[]>`
    select ${at}::timestamptz as at, json_build_object('at', ${at}::timestamptz) as json,
      floor(extract(epoch from ${at}::timestamptz) * 1000) = ${BigInt(ms)}::bigint as same`;
  expect(row?.at).toEqual(at);
  expect(parseTimestamp(row?.json.at ?? "")).toEqual(at);
  expect(row?.same).toBe(true);
});
