import { z } from "zod";
import { idOf, isId } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { textUpTo } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";
import { LiveRow } from "@/lib/live/contract";

const STATUSES = ["successful", "pending", "failed"] as const;
const CHANNELS = ["bank_transfer", "pos"] as const;
/** As an operator: payments that are nobody's. */
export const UNASSIGNED = "none";

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

const isOperator = (value: string): value is typeof UNASSIGNED | `op_${string}` =>
  value === UNASSIGNED || isId("operator", value);
const isTerminal = (value: string): value is string => /^pos_[\w-]{1,80}$/.test(value);

const moment = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-12-12T20:00:00Z" })
  .optional()
  .transform((text) => (text === undefined ? undefined : new Date(text)));

/** The longest text to search for. */
const MAX_SEARCH_LENGTH = 200;

/** What a list of payments can be narrowed to; one and the same in the address of a page, of a list and of an export. */
export const PaymentFilters = z.object({
  q: textUpTo(MAX_SEARCH_LENGTH)
    .optional()
    .transform((text) => text?.trim() || undefined),
  status: listOf(oneOf(STATUSES), `some of ${STATUSES.join(", ")}`),
  channel: listOf(oneOf(CHANNELS), `some of ${CHANNELS.join(", ")}`),
  terminal: listOf(isTerminal, "ids of terminals"),
  operator: listOf(isOperator, `ids of operators, or ${UNASSIGNED}`),
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

const at = { at: Instant };
const Attempt = z.object({
  number: z.int(),
  ...at,
  duration_ms: z.int(),
  /** The HTTP status; null where no answer came. */
  status: z.int().nullable(),
  error: z.string().nullable(),
});

/** One thing that happened to a payment. */
export const PaymentStep = z.discriminatedUnion("kind", [
  /** Paid, by the bank's word: into an account, or at a terminal. */
  z.object({
    kind: z.literal("paid"),
    ...at,
    into: z.string(),
    /** Whether `at` is the time of receipt, because the bank gave no time that can be believed. */
    is_receipt: z.boolean(),
  }),
  /** The bank took it back, or may. */
  z.object({
    kind: z.literal("reversed"),
    ...at,
    reversal: z.enum(["reversal", "refund", "dispute"]),
    stage: z.enum(["opened", "completed", "dismissed"]),
    /** 0.00 where the bank does not say. */
    amount: Amount,
  }),
  /** The bank told us, with a signature that agreed. */
  z.object({ kind: z.literal("told"), ...at, provider: z.string(), event: z.string() }),
  z.object({ kind: z.literal("recorded"), ...at, status: z.enum(STATUSES) }),
  /** Pending no more. */
  z.object({ kind: z.literal("became"), ...at, status: z.enum(STATUSES) }),
  /** An event for the organiser's platform, with its last tries. */
  z.object({
    kind: z.literal("sent"),
    ...at,
    delivery_id: idOf("delivery"),
    host: z.string(),
    state: z.enum(["pending", "delivered", "failed"]),
    attempt_count: z.int(),
    attempts: z.array(Attempt),
  }),
  /** Linked to an operator: by the terminal that took it, or by a member's hand. */
  z.object({
    kind: z.literal("assigned"),
    ...at,
    operator_name: z.string(),
    terminal_label: z.string().nullable(),
    by: z.string().nullable(),
  }),
]);
export type PaymentStep = z.output<typeof PaymentStep>;

/** One payment with all there is to tell of it, the payer's whole account number apart. */
export const PaymentDetail = z.object({
  version: z.int(),
  payment: LiveRow,
  bank_ref: z.string(),
  created_at: Instant,
  /** How many digits the payer's account number has; 0 where none was told. */
  account_length: z.int(),
  /** The day it reached the organiser's account; null: not yet, as far as we were told. */
  settled_on: z.string().nullable(),
  steps: z.array(PaymentStep),
});

/** A payer's whole account number, for who may see it. */
export const PayerAccount = z.object({ sender_account: z.string() });
