import { expect, test } from "vitest";
import { systemDb } from "@/lib/db/client";
import { useTestDatabase } from "@/lib/testing/database";

useTestDatabase();

test("arrays are sent and read without change, whatever their texts contain", async () => {
  const texts = ["a", 'b"c', "d\\e", "", "NULL", "x,y", "{z}", "two\nlines", "₦"];
  const [row] = await systemDb().sql`
    select ${texts}::text[] as texts, ${[1.5, -2]}::float8[] as numbers, array[1, 2]::int[] as ints,
      array[9007199254740993, null]::int8[] as kobo, array[]::text[] as none`;
  expect(row).toEqual({
    texts,
    numbers: [1.5, -2],
    ints: [1, 2],
    kobo: [9_007_199_254_740_993n, null],
    none: [],
  });
});
