import { z } from "zod";
import { isId } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Text } from "@/lib/core/text";
import { LiveRow } from "@/lib/live/contract";

const STATUSES = ["successful", "pending", "failed"] as const;
const CHANNELS = ["bank_transfer", "pos"] as const;
/** As an operator: payments that are nobody's. */
export const NOBODY = "none";

/** Several values of one parameter, parted by commas; absent where none is left. */
const listOf = <T extends string>(isOne: (value: string) => value is T, words: string) =>
  z
    .string()
    .max(4_000)
    .optional()
    .transform((text, context) => {
      const values = [...new Set(text?.split(",").filter(Boolean))];
      const known = values.filter(isOne);
      if (known.length < values.length) context.addIssue({ code: "custom", message: `must be ${words}` });
      return known.length > 0 ? known : undefined;
    });

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: string): value is T =>
    values.some((one) => one === value);

const isOperator = (value: string): value is typeof NOBODY | `op_${string}` =>
  value === NOBODY || isId("operator", value);
const isTerminal = (value: string): value is string => /^pos_[\w-]{1,80}$/.test(value);

const moment = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-12-12T20:00:00Z" })
  .optional()
  .transform((text) => (text === undefined ? undefined : new Date(text)));

/** What a list of payments can be narrowed to; one and the same in the address of a page, of a list and of an export. */
export const PaymentFilters = z.object({
  q: Text.max(200)
    .optional()
    .transform((text) => text?.trim() || undefined),
  status: listOf(oneOf(STATUSES), `some of ${STATUSES.join(", ")}`),
  channel: listOf(oneOf(CHANNELS), `some of ${CHANNELS.join(", ")}`),
  terminal: listOf(isTerminal, "ids of terminals"),
  operator: listOf(isOperator, `ids of operators, or ${NOBODY}`),
  /** By when a payment was made: at or after `from`, before `to`. */
  from: moment,
  to: moment,
});
export type PaymentFilters = z.output<typeof PaymentFilters>;

const PAGE = 50;
const LONGEST_PAGE = 200;

const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, `must be digits, from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

/** The query of a page of payments. */
export const PaymentsQuery = PaymentFilters.extend({
  /** Only payments recorded before the one with this number. */
  before: number(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: number(1, LONGEST_PAGE)
    .optional()
    .transform((value) => value ?? PAGE),
});

const Volume = z.object({ count: z.int(), amount: Amount });

/** How many payments there are, and what they come to; successful ones alone count as taken. */
export const PaymentTotals = z.object({
  successful: Volume,
  pending: Volume,
  failed: Volume,
  /** True where there are more: counting ended at ten thousand, or with what one look may cost. */
  is_more: z.boolean(),
});
export type PaymentTotals = z.output<typeof PaymentTotals>;

/** A page of payments, newest recorded first. */
export const PaymentsPage = z.object({
  /** The event's version that all of it is of. */
  version: z.int(),
  /** How many payments the event has in all. */
  transaction_count: z.int(),
  /** Told with the first page; null with those that follow it. */
  totals: PaymentTotals.nullable(),
  rows: z.array(LiveRow),
  /** `before` of what follows; null at the end. Where it is set, a page may be short, and even empty. */
  next: z.int().nullable(),
});
