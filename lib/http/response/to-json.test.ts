/** Guarantee: a response is serialised as zod would encode it, and never with a value of another type. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { idSchema, newId } from "@/lib/core/ids";
import { Amount, CountedTotal } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { Channel } from "@/lib/core/transaction";
import { toJson } from "./to-json";

const Everything = z.object({
  id: idSchema("transaction"),
  amount: Amount,
  channel: Channel,
  currency: z.literal("NGN"),
  text: z.string().min(1),
  at: Instant,
  closed_at: Instant.nullable(),
  number: z.number(),
  count: z.int(),
  is_open: z.boolean(),
  'quoted "name"': z.array(z.string().nullable()),
  payer: z.object({ name: z.string() }).nullable(),
  rows: z.array(CountedTotal),
  by_key: z.record(z.string(), CountedTotal),
  note: z.string().optional(),
  either: z.union([Amount, z.boolean()]),
  trimmed: z.string().trim(),
  loose: z.looseObject({ known: z.int() }),
  nested: z.object({ only: z.string().optional() }),
  absent_or_null: z.string().optional().nullable(),
});
type Everything = z.output<typeof Everything>;

const amounts = fc.bigInt({ min: 0n, max: 10n ** 17n });
const texts = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("\u2028", "</script>", '"\\', "\ud800"),
);
const dates = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") });
const totals = fc.record({ count: fc.nat(), total: amounts });
const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null });

const values: fc.Arbitrary<Everything> = fc.record(
  {
    id: fc.constant(newId("transaction")),
    amount: amounts,
    channel: fc.constantFrom("bank_transfer", "pos"),
    currency: fc.constant("NGN"),
    text: texts.filter((text) => text !== ""),
    at: dates,
    closed_at: orNull(dates),
    number: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(-0)),
    count: fc.maxSafeInteger(),
    is_open: fc.boolean(),
    'quoted "name"': fc.array(orNull(texts)),
    payer: orNull(fc.record({ name: texts })),
    rows: fc.array(totals),
    by_key: fc.dictionary(texts, totals),
    note: fc.option(texts, { nil: undefined }),
    either: fc.oneof(amounts, fc.boolean()),
    trimmed: texts,
    loose: fc.record({ known: fc.nat(), other: texts }),
    nested: fc.record({ only: texts }, { requiredKeys: [] }),
    absent_or_null: fc.option(fc.option(texts, { nil: undefined }), { nil: null }),
  },
  { noNullPrototype: true },
);

test("the text is that of zod's encoding", () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(toJson(Everything, value)).toBe(JSON.stringify(z.encode(Everything, value)));
    }),
  );
});

test("members that the schema does not name are omitted", () => {
  const row = { count: 1, total: 5n, sender_account: "0123456789" };
  expect(toJson(CountedTotal, row)).toBe('{"count":1,"total":"0.05"}');
});

const one = (member: string, value: unknown) => ({
  ...fc.sample(values, { numRuns: 1, seed: 7 })[0],
  [member]: value,
});

test.each([
  ["id", 5],
  ["amount", "5.00"],
  ["amount", 5],
  ["channel", "cash"],
  ["currency", "USD"],
  ["text", null],
  ["text", undefined],
  ["at", "2026-12-12T20:42:14.000Z"],
  ["at", new Date(Number.NaN)],
  ["number", Number.NaN],
  ["is_open", "yes"],
  ['quoted "name"', {}],
  ["payer", []],
  ["rows", [{ count: 1 }]],
])("a value of another type is refused: %s", (member, value) => {
  const wrong = one(member, value) as Everything;
  expect(() => toJson(Everything, wrong)).toThrow();
  expect(() => z.encode(Everything, wrong)).toThrow();
});
