import { expect, test } from "vitest";
import { useTestDatabase } from "@/lib/testing/database";
import { systemDb, systemTx } from "./client";
import { PreparedStatement } from "./prepared-statement";

useTestDatabase();

let compositions = 0;
const statement = new PreparedStatement<{ text: string; numbers: string; most: number | undefined }>(
  ({ sql }, { text, numbers, most }) => {
    compositions++;
    const constant = sql`${"constant"}::text as constant`;
    const source = sql`json_array_elements_text(${numbers}::json) as given(${sql("number")})`;
    return sql`
      select ${text}::text as text, ${constant}, ${sql("given.number")}, ${text}::text as again, ${sql.unsafe("1 + 1")} as sum
      from ${source} ${sql``} limit ${most}`;
  },
);

const row = (text: string, number: string) => ({ text, constant: "constant", number, again: text, sum: 2 });

test("each execution has values of its own, and the text is composed once", async () => {
  const first = await statement.execute(systemDb(), { text: "a 'quoted' $1", numbers: "[7, 8, 9]", most: 2 });
  expect(first).toEqual([row("a 'quoted' $1", "7"), row("a 'quoted' $1", "8")]);
  const second = await systemTx((db) => statement.execute(db, { text: "b", numbers: "[1]", most: 9 }));
  expect(second).toEqual([row("b", "1")]);
  expect(compositions).toBe(1);
});

test("names are quoted", async () => {
  const named = new PreparedStatement<object>(({ sql }) => sql`select 1 as ${sql('na"me; --')}`);
  expect(await named.execute(systemDb(), {})).toEqual([{ 'na"me; --': 1 }]);
});

test("a value that is missing is refused", async () => {
  await expect(
    statement.execute(systemDb(), { text: "a", numbers: "[]", most: undefined }),
  ).rejects.toMatchObject({ code: "UNDEFINED_VALUE" });
});

test("a statement can be executed many times at once", async () => {
  const numbers = Array.from({ length: 40 }, (_, number) => number);
  const results = await Promise.all(
    numbers.map((number) =>
      statement.execute(systemDb(), { text: `${number}`, numbers: `[${number}]`, most: 1 }),
    ),
  );
  expect(results).toEqual(numbers.map((number) => [row(`${number}`, `${number}`)]));
});
