import { z } from "zod";
import { textSchema } from "@/lib/core/format/text";
import { idSchema, isId } from "@/lib/core/ids";
import { Amount, Volume } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { CHANNELS, TRANSACTION_STATUSES, TransactionStatus } from "@/lib/core/transaction";
import { PaymentJson } from "@/lib/transactions/contract";

/** The operator filter's value for unassigned payments. */
export const UNASSIGNED = "none";

/** The order filter's values. */
const ORDER_MATCHES = ["matched", "unmatched"] as const;

/** A comma-separated list of values in one parameter; `undefined` if it is empty. */
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

const optionalTime = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-12-12T20:00:00Z" })
  .optional()
  .transform((text) => (text === undefined ? undefined : new Date(text)));

/** Maximum length of the search text. */
const MAX_SEARCH_LENGTH = 200;

/** The filters of payments; the same parameters are used by the page, the list and the export. */
export const PaymentFilters = z.object({
  q: textSchema(MAX_SEARCH_LENGTH)
    .optional()
    .transform((text) => text?.trim() || undefined),
  status: listOf(oneOf(TRANSACTION_STATUSES), `some of ${TRANSACTION_STATUSES.join(", ")}`),
  channel: listOf(oneOf(CHANNELS), `some of ${CHANNELS.join(", ")}`),
  terminal: listOf(isTerminal, "ids of terminals"),
  operator: listOf(isOperator, `ids of operators, or ${UNASSIGNED}`),
  /** Whether the payment was matched with an expected one. */
  order: listOf(oneOf(ORDER_MATCHES), `some of ${ORDER_MATCHES.join(", ")}`),
  /** The range of the time of payment: from `from` (inclusive) to `to` (exclusive). */
  from: optionalTime,
  to: optionalTime,
});
export type PaymentFilters = z.output<typeof PaymentFilters>;

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;

const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, `must be digits, from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

/** The query of a page of payments. */
export const PaymentsQuery = PaymentFilters.extend({
  /** Only payments with a sequence below this. */
  before: number(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: number(1, MAX_PAGE_SIZE)
    .optional()
    .transform((value) => value ?? DEFAULT_PAGE_SIZE),
});

const MAX_FOUND_IN_EVENTS = 20;

/** The query of a search in all events. */
export const EventsSearchQuery = z.object({
  q: textSchema(MAX_SEARCH_LENGTH)
    .transform((text) => text.trim())
    .refine((text) => text !== "", "must not be empty"),
  /** The event after which to continue: `next` of the page before. */
  after: idSchema("session").optional(),
  limit: number(1, MAX_FOUND_IN_EVENTS)
    .optional()
    .transform((value) => value ?? MAX_FOUND_IN_EVENTS),
});

/** Payments found in all events, newest event first. */
export const FoundInEvents = z.object({
  payments: z.array(
    z.object({ session_id: idSchema("session"), event_name: z.string(), payment: PaymentJson }),
  ),
  /** `after` of the next page; null at the end. If it is set, the page may still be short or even empty. */
  next: idSchema("session").nullable(),
});

/** Counts and amounts of payments by status. */
export const PaymentTotals = z.object({
  successful: Volume,
  pending: Volume,
  failed: Volume,
  /** True if there are more: counting stopped at ten thousand matches or at the time budget. */
  is_more: z.boolean(),
});
export type PaymentTotals = z.output<typeof PaymentTotals>;

/** A page of payments, newest recorded first. */
export const PaymentsPage = z.object({
  /** The event's version of the snapshot. */
  version: z.int(),
  /** The event's total number of payments. */
  transaction_count: z.int(),
  /** Present on the first page; null on later pages. */
  totals: PaymentTotals.nullable(),
  rows: z.array(PaymentJson),
  /** `before` of the next page; null at the end. If it is set, the page may still be short or even empty. */
  next: z.int().nullable(),
});

const at = { at: Instant };
const Attempt = z.object({
  number: z.int(),
  ...at,
  duration_ms: z.int(),
  /** The HTTP status; null if there was no response. */
  status: z.int().nullable(),
  error: z.string().nullable(),
});

/** One entry of a payment's history. */
export const PaymentStep = z.discriminatedUnion("kind", [
  /** Paid, as reported by the bank: into an account or at a terminal. */
  z.object({
    kind: z.literal("paid"),
    ...at,
    into: z.string(),
    /** Whether `at` is the time of receipt, because the bank reported no plausible time. */
    is_receipt: z.boolean(),
  }),
  /** A reversal, refund or dispute. */
  z.object({
    kind: z.literal("reversed"),
    ...at,
    reversal: z.enum(["reversal", "refund", "dispute"]),
    stage: z.enum(["pending", "opened", "completed", "dismissed"]),
    /** 0.00 if the bank did not report it. */
    amount: Amount,
    /** The due date of the answer to an opened dispute; null if the bank states none. */
    due_at: Instant.nullable(),
  }),
  /** A bank notification with a valid signature arrived. */
  z.object({ kind: z.literal("notified"), ...at, provider: z.string(), event: z.string() }),
  /** The payment was found in the bank's own list of payments. */
  z.object({ kind: z.literal("listed"), ...at, provider: z.string(), event: z.string() }),
  z.object({ kind: z.literal("recorded"), ...at, status: TransactionStatus }),
  /** A pending payment got its final status. */
  z.object({ kind: z.literal("status_changed"), ...at, status: TransactionStatus }),
  /** A webhook event for the organiser's platform, with its last attempts. */
  z.object({
    kind: z.literal("sent"),
    ...at,
    delivery_id: idSchema("delivery"),
    host: z.string(),
    state: z.enum(["pending", "delivered", "failed"]),
    attempt_count: z.int(),
    attempts: z.array(Attempt),
  }),
  /** Assigned to an operator: through the terminal that took it, or manually by a member. */
  z.object({
    kind: z.literal("assigned"),
    ...at,
    operator_name: z.string(),
    terminal_label: z.string().nullable(),
    by: z.string().nullable(),
  }),
]);
export type PaymentStep = z.output<typeof PaymentStep>;

/** What the bank reported of a payment beside its list row, under the names of its columns. */
export const ReportedFacts = z.object({
  bank_ref: z.string(),
});

/** One payment with all its details, except the payer's complete account number. */
export const PaymentDetail = z.object({
  version: z.int(),
  payment: PaymentJson,
  ...ReportedFacts.shape,
  created_at: Instant,
  /** The number of digits of the payer's account number; 0 if unknown. */
  account_length: z.int(),
  /** The day it reached the organiser's account; null if no settlement was reported yet. */
  settled_on: z.string().nullable(),
  steps: z.array(PaymentStep),
});

/** A payer's complete account number, for members with the permission. */
export const PayerAccount = z.object({ sender_account: z.string() });
