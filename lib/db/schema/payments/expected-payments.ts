import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { ExpectedPaymentStatus, MatchedBy } from "@/lib/core/transaction";
import { bigintColumn, id, instant, kobo, owner } from "../../columns";

/**
 * Payments that a platform expects, created through `/v1/expected-payments`. The terms (reference, amounts, window) never
 * change; the matcher keeps status and sums, which are derived from `expected_payment_matches`. Lists use the primary key
 * backwards, the matcher `expected_payments_reference` and `expected_payments_amount`, its loop `expected_payments_expiry`.
 * Each of these has one column, because a planner without statistics takes any index that begins with the session and reads
 * all of it. No index has a column that the matcher changes, so that its updates stay on the row's page. Rows are never
 * deleted.
 */
export const expectedPayments = pgTable(
  "expected_payments",
  {
    sessionId: id("session", "session_id").notNull(),
    /** 1, 2, …: gapless within the session, in order of creation. */
    sequence: bigintColumn("sequence").notNull(),
    id: id("expectedPayment", "id").notNull(),
    ...owner(),
    reference: text("reference").notNull(),
    /** The session's id and the letters and digits of the reference in lower case. */
    referenceKey: text("reference_key").notNull(),
    amount: kobo("amount").notNull(),
    /** The amount that the payer is asked for: `amount`, or the reserved distinct amount. */
    amountToPay: kobo("amount_to_pay").notNull(),
    /** The session's id and `amount_to_pay` in kobo. */
    amountKey: text("amount_key").notNull(),
    matchByAmount: boolean("match_by_amount").notNull(),
    payer: text("payer"),
    /** Only transactions of the session with a higher sequence are matched: those recorded after the creation. */
    afterSequence: bigintColumn("after_sequence").notNull(),
    /** Only transactions recorded before this instant are matched; null: without limit. */
    expiresAt: instant("expires_at"),
    status: text("status").$type<ExpectedPaymentStatus>().notNull().default("awaiting"),
    /** The sum and the number of the successful payments that are matched. */
    amountPaid: kobo("amount_paid").notNull().default(sql`0`),
    paymentCount: integer("payment_count").notNull().default(0),
    /** The highest sequence of those payments; null if there are none. */
    lastTransactionSequence: bigintColumn("last_transaction_sequence"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.sequence] }),
    index("expected_payments_id").on(table.id),
    index("expected_payments_reference").on(table.referenceKey),
    index("expected_payments_amount").on(table.amountKey),
    index("expected_payments_expiry")
      .on(table.sessionId, table.expiresAt)
      .where(sql`${table.expiresAt} is not null`),
    check("expected_payments_amounts", sql`${table.amount} > 0 and ${table.amountToPay} > 0`),
    check(
      "expected_payments_status",
      sql`${table.status} in ('awaiting', 'paid', 'underpaid', 'overpaid', 'expired')`,
    ),
  ],
);

/**
 * The transactions that belong to an expected payment, at most one row per transaction. Written by the matcher; a row of a
 * pending transaction is counted when it becomes successful and deleted when it fails (`expected_payment_matches_pending`).
 */
export const expectedPaymentMatches = pgTable(
  "expected_payment_matches",
  {
    sessionId: id("session", "session_id").notNull(),
    /** The sequence of the transaction. */
    sequence: bigintColumn("sequence").notNull(),
    ...owner(),
    expectedPaymentId: id("expectedPayment", "expected_payment_id").notNull(),
    matchedBy: text("matched_by").$type<MatchedBy>().notNull(),
    /** Whether the transaction was successful and its amount is in `amount_paid`. */
    isCounted: boolean("is_counted").notNull(),
    /** Written by earlier versions, which run beside this one during an upgrade; nothing reads it. */
    matchedInVersion: bigintColumn("matched_in_version"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.sequence] }),
    index("expected_payment_matches_pending").on(table.sessionId).where(sql`not ${table.isCounted}`),
    check("expected_payment_matches_matched_by", sql`${table.matchedBy} in ('reference', 'amount')`),
  ],
);

/**
 * How far a session's transactions are matched: up to this sequence. One row for each session that has or had an expected
 * payment, created with the first one. Its lock serialises the matchers of the session; recording never touches it.
 */
export const expectedPaymentProgress = pgTable("expected_payment_progress", {
  sessionId: id("session", "session_id").primaryKey(),
  ...owner(),
  /** The session's last sequence when the first expected payment was created: no transaction up to it can be matched. */
  startedAfter: bigintColumn("started_after").notNull(),
  matchedThrough: bigintColumn("matched_through").notNull(),
  /** Every expected payment whose expiry is not later than this has been stored as expired, or is paid. */
  expiredThrough: instant("expired_through").notNull(),
  /** Whether an amount was ever reserved in the session; else no amount is looked up. */
  reservesAmounts: boolean("reserves_amounts").notNull().default(false),
});
