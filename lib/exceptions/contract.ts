import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { filledTextUpTo, optional } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";
import { EXCEPTION_KINDS, type ExceptionKind } from "./labels";

const Kind = z.enum(Object.keys(EXCEPTION_KINDS) as [ExceptionKind, ...ExceptionKind[]]);

/** A payment as either side tells it; account numbers by their last four digits alone. */
const Told = z.object({
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

/** Money or a notice that needs a person, with what the bank told of it. */
export const ExceptionRow = z.object({
  id: idOf("exception"),
  session_id: idOf("session").nullable(),
  kind: Kind,
  amount: Amount,
  /** The recorded figure beside `amount`, where the bank now states another. */
  recorded_amount: Amount.nullable(),
  provider: z.string(),
  detail: z.string(),
  /** What the notice says; null where it speaks of no payment that can be read. */
  notice: Told.nullable(),
  /** What stands in the books under the same payment, where it is recorded. */
  books: Told.extend({ transaction_id: idOf("transaction"), session_id: idOf("session") }).nullable(),
  /** Whether its money can still be recorded in an open event. */
  is_assignable: z.boolean(),
  /** Whether the bank has taken the payment back. */
  is_reversed: z.boolean(),
  /** Whether the payment can be settled by the line that differs. */
  is_acceptable: z.boolean(),
  /** The exception about the same payment that was resolved before. */
  previous_id: idOf("exception").nullable(),
  created_at: Instant,
  resolved_at: Instant.nullable(),
  resolution: z
    .enum(["assigned", "to_return", "noted", "accepted", "recorded", "superseded", "proved"])
    .nullable(),
  note: z.string().nullable(),
  /** Who resolved it, by e-mail address; null where the command line did. */
  resolved_by: z.string().nullable(),
  transaction_id: idOf("transaction").nullable(),
});

/** Which exceptions are asked for. */
export const ExceptionsQuery = z.object({
  state: optional(z.enum(["open", "resolved"])),
  kind: optional(Kind),
  before: optional(idOf("exception")),
});

/** A page of exceptions, newest first, and how many there are in all. */
export const ExceptionsPage = z.object({
  rows: z.array(ExceptionRow),
  open_count: z.int(),
  resolved_count: z.int(),
  /** The open ones by kind. */
  open_kinds: z.record(z.string(), z.int()),
  /** What to ask for `before` to read on; null at the end. */
  next: idOf("exception").nullable(),
});

/** The longest note on a decision. */
const MAX_NOTE_LENGTH = 1_000;

/** A person's decision on money that is not to be recorded. */
export const ExceptionDecision = z.object({
  resolution: z.enum(["to_return", "noted", "accepted"]),
  note: filledTextUpTo(MAX_NOTE_LENGTH),
});

/** Where its money is to be recorded. */
export const ExceptionAssignment = z.object({ to_session_id: idOf("session") });
