import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { RefundState } from "@/lib/core/transaction";
import { id, instant, kobo, owner } from "../../columns";
import { organisations } from "../access/organisations";

/**
 * Refunds that members requested of recorded payments: at the bank, or noted as made manually. The row is committed
 * before the bank is asked, and its id is the refund's reference at the bank. At most one refund of a payment is not
 * final (`refunds_open`). Written by `lib/refunds`; read with its payment and, by `refunds_due`, by the loop that asks
 * the banks. A few rows per thousand payments.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: id("refund", "id").notNull(),
    ...owner(),
    sessionId: id("session", "session_id").notNull(),
    transactionId: id("transaction", "transaction_id").notNull(),
    /** The identity of the payment at its bank. */
    bankConnectionId: id("bankConnection", "bank_connection_id").notNull(),
    paymentKey: text("payment_key").notNull(),
    method: text("method").$type<"bank" | "manual">().notNull(),
    amount: kobo("amount").notNull(),
    reason: text("reason").notNull(),
    /** Made by the requester's screen: a repeated request with it returns the same refund. */
    requestKey: text("request_key").notNull(),
    requestedBy: text("requested_by").notNull(),
    requestedMemberId: id("member", "requested_member_id").notNull(),
    requestedAt: instant("requested_at").notNull(),
    /** The second person, who approved or declined it; null if none was needed or it is not decided. */
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    state: text("state").$type<RefundState>().notNull(),
    /** The bank's id of the refund; `""` until it is known. */
    bankReference: text("bank_reference").notNull().default(""),
    /** The bank's status or reason, cleaned, or why it was not sent; `""` if there is none. */
    detail: text("detail").notNull().default(""),
    /** When it was last sent to the bank; null before. */
    sentAt: instant("sent_at"),
    /** When the bank is called next; also the lease of a call in progress. Null in a state without calls. */
    dueAt: instant("due_at"),
    attemptCount: integer("attempt_count").notNull().default(0),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    index("refunds_id").on(table.id),
    uniqueIndex("refunds_request").on(table.sessionId, table.requestKey),
    index("refunds_request_key").on(table.organisationId, table.requestKey),
    uniqueIndex("refunds_open")
      .on(table.sessionId, table.transactionId)
      .where(sql`${table.state} in ('awaiting_approval', 'approved', 'sending', 'in_progress')`),
    index("refunds_transaction").on(table.transactionId),
    index("refunds_session").on(table.sessionId),
    index("refunds_organisation").on(table.organisationId, table.mode, table.requestedAt),
    index("refunds_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    check("refunds_method", sql`${table.method} in ('bank', 'manual')`),
    check("refunds_amount", sql`${table.amount} > 0`),
    check(
      "refunds_state",
      sql`${table.state} in ('awaiting_approval', 'approved', 'sending', 'in_progress', 'completed', 'failed', 'declined')`,
    ),
    check(
      "refunds_due",
      sql`(${table.dueAt} is not null) = (${table.state} in ('approved', 'sending', 'in_progress'))`,
    ),
    check(
      "refunds_finished",
      sql`(${table.finishedAt} is not null) = (${table.state} in ('completed', 'failed', 'declined'))`,
    ),
    check("refunds_decided", sql`(${table.decidedBy} is null) = (${table.decidedAt} is null)`),
  ],
);

/**
 * The rules for refunds of an organisation. Its row is locked by each request and decision, so that the sums of a payment
 * and of a day are exact. An organisation without a row has the defaults.
 */
export const refundSettings = pgTable(
  "refund_settings",
  {
    organisationId: id("organisation", "organisation_id")
      .primaryKey()
      .references(() => organisations.id),
    /** The sum of a day's refunds in kobo above which a second person approves; null: every refund. */
    approvalAbove: kobo("approval_above"),
    /** Whether the operator of the deployment allows refunds at the deployment's own connections. */
    deploymentAllowed: boolean("deployment_allowed").notNull().default(false),
  },
  (table) => [check("refund_settings_approval_above", sql`${table.approvalAbove} >= 0`)],
);
