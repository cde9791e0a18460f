import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { FilledText, optional } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";

/** What can be wrong, as people read it: a name, and what it means. */
export const EXCEPTION_KINDS = {
  session_closed: { name: "Paid after close", hint: "The event was closed already" },
  unknown_destination: { name: "Unknown account", hint: "No event has the account it names" },
  conflicting_repeat: { name: "Amount differs", hint: "The bank told a recorded payment differently" },
  contradicting_status: { name: "Status differs", hint: "The bank changed its word on a final payment" },
  reversal: { name: "Taken back", hint: "The bank reverses or disputes a recorded payment" },
  settlement_mismatch: { name: "Settled, yet failed", hint: "A settlement lists a payment that failed" },
  not_confirmed: { name: "Not confirmed", hint: "The bank did not confirm a recorded payment" },
  unsupported_channel: { name: "Other channel", hint: "Neither a bank transfer nor a POS payment" },
  unsupported_currency: { name: "Other currency", hint: "Only naira is recorded" },
  unreadable: { name: "Unreadable notice", hint: "Signed by the bank, but it cannot be read" },
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
