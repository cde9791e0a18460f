import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { FilledText, optional } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";

/** What can be wrong, as people read it: a name, what it means, and what can be done. */
export const EXCEPTION_KINDS = {
  session_closed: {
    name: "Paid after close",
    hint: "The event was closed already",
    advice: "A closed event takes nothing more. Assign the money to another open event, or return it.",
  },
  unknown_destination: {
    name: "Unknown account",
    hint: "No event has the account it names",
    advice: "Pair the device or find the event that it was meant for, then assign it.",
  },
  conflicting_repeat: {
    name: "Amount differs",
    hint: "The bank told a recorded payment differently",
    advice: "The bank told this payment again with another amount, account or currency. The first stands.",
  },
  contradicting_status: {
    name: "Status differs",
    hint: "The bank changed its word on a final payment",
    advice: "The bank had said how this payment ended, and now says otherwise. The first stands.",
  },
  reversal: {
    name: "Taken back",
    hint: "The bank reverses or disputes a recorded payment",
    advice: "The books stand as they are. Decide with the bank.",
  },
  settlement_mismatch: {
    name: "Settled, yet failed",
    hint: "A settlement lists a payment that failed",
    advice: "The bank had said that this payment failed. Ask it which is right.",
  },
  not_confirmed: {
    name: "Not confirmed",
    hint: "The bank did not confirm a recorded payment",
    advice: "The payment stays pending, and is in no total, until the bank has said that it is right.",
  },
  unsupported_channel: {
    name: "Other channel",
    hint: "Neither a bank transfer nor a POS payment",
    advice: "Only bank transfers and POS payments are recorded. Return it, or note what was done.",
  },
  unsupported_currency: {
    name: "Other currency",
    hint: "Not in naira",
    advice: "Only naira is recorded. Return it, or note what was done.",
  },
  unreadable: {
    name: "Unreadable notice",
    hint: "Signed by the bank, but it cannot be read",
    advice: "It may tell of money. Ask the bank what it meant.",
  },
} as const;

export type ExceptionKind = keyof typeof EXCEPTION_KINDS;
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

/** How an exception was resolved. */
export const RESOLUTIONS = { assigned: "Assigned", to_return: "To return", noted: "Noted" } as const;

/** Money or a notice that needs a person, with what the bank told of it. */
export const ExceptionRow = z.object({
  id: idOf("exception"),
  session_id: idOf("session").nullable(),
  kind: Kind,
  amount: Amount,
  provider: z.string(),
  detail: z.string(),
  /** What the notice says; null where it speaks of no payment that can be read. */
  notice: Told.nullable(),
  /** What stands in the books under the same payment, where it is recorded. */
  books: Told.extend({ transaction_id: idOf("transaction"), session_id: idOf("session") }).nullable(),
  /** Whether its money can still be recorded in an open event. */
  is_assignable: z.boolean(),
  created_at: Instant,
  resolved_at: Instant.nullable(),
  resolution: z.enum(["assigned", "to_return", "noted"]).nullable(),
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

/** A person's decision on money that is not to be recorded. */
export const ExceptionDecision = z.object({
  resolution: z.enum(["to_return", "noted"]),
  note: FilledText.refine((note) => note.length <= 1_000, "must be 1,000 characters at most"),
});

/** Where its money is to be recorded. */
export const ExceptionAssignment = z.object({ to_session_id: idOf("session") });
