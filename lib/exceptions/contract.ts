import { z } from "zod";
import { nonBlankTextSchema, optional } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { keysOf } from "@/lib/core/keys";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { EXCEPTION_REASONS } from "./labels";

const Reason = z.enum(keysOf(EXCEPTION_REASONS));

/** A payment as the bank reports it or as it is recorded; account numbers are cut to their last four digits. */
const ReportedPayment = z.object({
  amount: Amount,
  payer: z.string(),
  account_last_four: z.string(),
  bank: z.string(),
  narration: z.string(),
  reference: z.string(),
  status: z.string(),
  channel: z.string(),
  paid_at: Instant.nullable(),
});

/** An event that an exception is about. */
const ExceptionEvent = z.object({
  session_id: idSchema("session"),
  name: z.string(),
  closed_at: Instant.nullable(),
});

/** A payment or bank notification that needs a person's decision, with what the bank reported. */
export const ExceptionRow = z.object({
  id: idSchema("exception"),
  session_id: idSchema("session").nullable(),
  reason: Reason,
  amount: Amount,
  /** The recorded amount, if the bank now states another one in `amount`. */
  recorded_amount: Amount.nullable(),
  provider: z.string(),
  detail: z.string(),
  /** The payment as the notification reports it; null if it has no readable payment. */
  notification: ReportedPayment.nullable(),
  /** The recorded transaction of the same payment, if there is one. */
  ledger: ReportedPayment.extend({
    transaction_id: idSchema("transaction"),
    session_id: idSchema("session"),
  }).nullable(),
  /** Whether the payment can still be recorded in an open event. */
  is_assignable: z.boolean(),
  /** Whether the bank took the payment back. */
  is_reversed: z.boolean(),
  /** Whether the payment can be settled with the refused settlement line. */
  is_acceptable: z.boolean(),
  /** The previous, resolved exception about the same payment. */
  previous_id: idSchema("exception").nullable(),
  created_at: Instant,
  resolved_at: Instant.nullable(),
  resolution: z
    .enum(["assigned", "to_refund", "dismissed", "accepted", "recorded", "superseded", "proved"])
    .nullable(),
  note: z.string().nullable(),
  /** The e-mail address of the member who resolved it; null if it was resolved on the command line. */
  resolved_by: z.string().nullable(),
  transaction_id: idSchema("transaction").nullable(),
  /** The event whose account or device received the money; null if no event has it. */
  event: ExceptionEvent.nullable(),
  /** The event in which the payment is recorded; null if it is not recorded. */
  recorded_in: ExceptionEvent.nullable(),
});

/** The filter and cursor of a list of exceptions. */
export const ExceptionsQuery = z.object({
  state: optional(z.enum(["open", "resolved"])),
  reason: optional(Reason),
  before: optional(idSchema("exception")),
});

const Volume = z.object({ count: z.int(), total: Amount });

/** A page of exceptions, newest first, with the total counts. */
export const ExceptionsPage = z.object({
  rows: z.array(ExceptionRow),
  open_count: z.int(),
  resolved_count: z.int(),
  /** The number of open exceptions by reason. */
  open_reasons: z.record(z.string(), z.int()),
  /** The open exceptions of payments on channels that are not recorded: to this session, and in all of the organisation. */
  other_channels: z.object({ session: Volume, organisation: Volume }),
  /** The `before` cursor of the next page; null on the last page. */
  next: idSchema("exception").nullable(),
});

/** In characters. */
const MAX_NOTE_LENGTH = 1_000;

/** A member's decision on an exception that is not assigned to an event. */
export const ExceptionDecision = z.object({
  resolution: z.enum(["to_refund", "dismissed", "accepted"]),
  note: nonBlankTextSchema(MAX_NOTE_LENGTH),
});

/** The event in which an exception's payment is recorded. */
export const ExceptionAssignment = z.object({ to_session_id: idSchema("session") });
