import { z } from "zod";
import { isReference, REFERENCE_RULE } from "@/lib/core/format/order-reference";
import { Name, optional, textSchema } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { PageQuery } from "@/lib/core/pagination";
import { Instant } from "@/lib/core/time";
import { EXPECTED_PAYMENT_STATUSES } from "@/lib/core/transaction";

/** ₦100,000,000,000.00: above any real payment, so that sums stay far below the column's range. */
const MAX_AMOUNT = 10_000_000_000_000n;

const ExpectedAmount = z
  .string()
  .regex(/^\d{1,15}\.\d{2}$/, "must be a decimal string with two places, such as 5000.00")
  .transform((text) => BigInt(text.replace(".", "")))
  .refine((kobo) => kobo > 0n && kobo <= MAX_AMOUNT, "must be more than 0.00 and at most 100000000000.00")
  .meta({ description: "The amount of the order.", examples: ["5000.00"] });

const Expiry = z.iso
  .datetime({ offset: true, error: "must be a time such as 2026-12-12T20:00:00.000Z" })
  .transform((text) => new Date(text));

const sessionId = z
  .string({ error: "is required: send the id of the session" })
  .min(1, "must not be empty")
  .meta({ description: "The id of the session.", examples: ["ses_01m86m8an8bx56e7cbahqc5ne7"] });

/** The body of create expected payment. */
export const CreateExpectedPayment = z
  .object({
    session_id: sessionId,
    amount: ExpectedAmount,
    reference: z
      .string({ error: "is required: send the reference of the order" })
      .refine(isReference, REFERENCE_RULE)
      .meta({
        description:
          "What the payer puts in the narration: 4 to 40 letters (A-Z) and digits, at least one of each, with single `-`, `_`, " +
          "`.` or `/` between them in at most three places. Unique among the open expected payments of the session.",
        pattern: "^[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+){0,3}$",
        examples: ["ORD-4821"],
      }),
    payer: optional(Name).meta({
      description: "Who is expected to pay; shown on the dashboard.",
      examples: ["Ada Obi"],
    }),
    // Any time in an example would be past one day, and be refused.
    expires_at: optional(Expiry).meta({
      description:
        "Only payments recorded before this instant count: at most 366 days from now, with `match_by_amount` 7. Absent: no expiry.",
      examples: [null],
    }),
    match_by_amount: optional(z.boolean()).meta({
      description:
        "Also match a payment without the reference, by an amount that is reserved for this expected payment until `expires_at`, " +
        "which is then required. Ask the payer for `amount_to_pay`.",
      default: false,
      examples: [false],
    }),
  })
  .meta({ id: "CreateExpectedPayment", description: "A payment to expect." });

const ExpectedPaymentStatus = z.enum(EXPECTED_PAYMENT_STATUSES).meta({
  description:
    "`awaiting`; `underpaid` while less than the amount was paid; `paid`; `overpaid`; `expired` if less was paid before the expiry.",
  examples: ["awaiting"],
});

/** An expected payment. */
export const ExpectedPayment = z
  .object({
    id: idSchema("expectedPayment"),
    session_id: idSchema("session"),
    reference: z.string().meta({ description: "The reference as sent.", examples: ["ORD-4821"] }),
    amount: Amount.meta({ description: "The amount of the order.", examples: ["5000.00"] }),
    amount_to_pay: Amount.meta({
      description:
        "What to ask the payer for: `amount`, or with `match_by_amount` the amount reserved for it.",
      examples: ["5000.00"],
    }),
    match_by_amount: z.boolean().meta({
      description: "Whether a payment without the reference is matched by its amount.",
      examples: [false],
    }),
    payer: z
      .string()
      .nullable()
      .meta({ description: "Null if not given.", examples: ["Ada Obi"] }),
    status: ExpectedPaymentStatus,
    amount_paid: Amount.meta({
      description: "The sum of the successful payments that were matched.",
      examples: ["0.00"],
    }),
    payment_count: z
      .int()
      .min(0)
      .meta({ description: "Their number.", examples: [0] }),
    last_transaction_id: idSchema("transaction")
      .nullable()
      .meta({
        description: "The one of them that was recorded last; null if there are none.",
        examples: [null],
      }),
    expires_at: Instant.nullable().meta({
      description: "Null: no expiry.",
      examples: [null],
    }),
    created_at: Instant,
    updated_at: Instant.meta({ description: "When status or sum last changed." }),
  })
  .meta({
    id: "ExpectedPayment",
    description: "A payment that the platform expects, and what was paid of it.",
  });

/** The body of the event `expected_payment.updated`. */
export const ExpectedPaymentUpdated = z
  .object({
    event: z.literal("expected_payment.updated"),
    session_id: idSchema("session"),
    data: ExpectedPayment,
  })
  .meta({
    id: "ExpectedPaymentUpdated",
    title: "The status or the sum of an expected payment changed",
    description:
      "Sent to the organisation-wide webhook endpoints that ask for it, never to a session's `webhook_url`. `data` is the expected " +
      "payment after the change. Events can arrive in another order: the one with the latest `updated_at` holds.",
  });

/** The query of list expected payments. */
export const ExpectedPaymentsQuery = z.object({
  session_id: sessionId,
  status: ExpectedPaymentStatus.optional().meta({
    description: "Only those with this status.",
    examples: ["awaiting"],
  }),
  ...PageQuery,
});

const MAX_SEARCH_LENGTH = 100;
const MAX_PAGE_SIZE = 200;

/** The query of the dashboard's page of expected payments. */
export const ExpectedPaymentsPageQuery = z.object({
  status: ExpectedPaymentStatus.optional(),
  /** A part of the reference or of the payer's name. */
  q: textSchema(MAX_SEARCH_LENGTH).optional(),
  /** Only those created before the one with this sequence. */
  before: z
    .string()
    .regex(/^\d{1,15}$/, "must be digits")
    .transform(Number)
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, "must be digits")
    .transform(Number)
    .refine((value) => value >= 1 && value <= MAX_PAGE_SIZE, `must be from 1 to ${MAX_PAGE_SIZE}`)
    .optional(),
});

const StatusTotal = z.object({ count: z.int(), amount_to_pay: Amount, amount_paid: Amount });

/** A page of expected payments, newest first, with the totals of the whole event; at one version of the event. */
export const ExpectedPaymentsPage = z.object({
  session_id: idSchema("session"),
  version: z.int(),
  event_status: z.enum(["active", "closed"]),
  /** The number and the sums of all expected payments of the event, whatever the filters. */
  totals: z.record(ExpectedPaymentStatus, StatusTotal),
  rows: z.array(ExpectedPayment.extend({ sequence: z.int() })),
  /** `before` of the next page; null at the end. */
  next: z.int().nullable(),
});
