import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { FilledText, Name, optional, Text } from "@/lib/core/text";
import { Instant } from "@/lib/core/time";
import { PaymentFilters } from "@/lib/payment-search/contract";

/** The body of add operator (§4.4). */
export const AddOperator = z.object({
  name: Name,
  email: optional(Text),
  phone: optional(Text),
  role: optional(FilledText),
});

/** §2.4 as §4.4 answers it: without the e-mail address. */
export const Operator = z.object({
  id: idOf("operator"),
  session_id: idOf("session"),
  name: z.string(),
  phone: z.string(),
  role: z.string(),
  created_at: Instant,
});

const Volume = z.object({ count: z.int(), amount: Amount });

/** A terminal that an operator is or was on. */
const Where = z.object({ terminal_id: z.string(), label: z.string(), place: z.string() });

/** An operator as the leaderboard shows them. Amounts and counts are of successful payments alone. */
export const OperatorRow = z.object({
  id: idOf("operator"),
  name: z.string(),
  role: z.string(),
  /** `""` where nobody gave one. */
  phone: z.string(),
  ...Volume.shape,
  transfers: Volume,
  pos: Volume,
  /** The terminals that they are on now. */
  terminals: z.array(Where),
  /** When they first took a terminal over, and when they left the last; null: not yet. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  last_payment_at: Instant.nullable(),
});

/** All operators of an event, at one version, those who took most first. Linked and unassigned are all it has taken. */
export const OperatorsOverview = z.object({
  session_id: idOf("session"),
  version: z.number(),
  as_of: Instant,
  status: z.enum(["active", "closed"]),
  taken: Volume,
  linked: Volume,
  /** What is nobody's yet. */
  unassigned: z.object({ transfers: Volume, pos: Volume }),
  operators: z.array(OperatorRow),
  /** Every terminal, and who is on it now, for handing over. */
  terminals: z.array(
    Where.extend({ operator: z.object({ id: idOf("operator"), name: z.string() }).nullable() }),
  ),
});

/** Who is to be on a terminal: since a time that has passed, or from now on. */
export const HandOver = z.object({ operator_id: idOf("operator"), since: optional(Instant) });

/** How many payments went along. */
export const HandedOver = z.object({ moved: z.int() });

/** Payments that are to be an operator's: these, or of all that are nobody's those that pass the filters of a list. */
export const AssignPayments = z
  .object({
    operator_id: idOf("operator").nullable(),
    payment_ids: z.array(idOf("transaction")).min(1).max(200).optional(),
    matching: PaymentFilters.optional(),
  })
  .refine(
    ({ payment_ids, matching }) => Boolean(payment_ids) !== Boolean(matching),
    "needs payment_ids or matching",
  );

/** How many are now the operator's; five thousand move at once, and where so many did, more may be left. */
export const AssignedPayments = z.object({ moved: z.int() });
