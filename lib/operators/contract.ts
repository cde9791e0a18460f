import { z } from "zod";
import { Name, NonBlankText, optional, Text } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Volume } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { PaymentFilters } from "@/lib/payment-search/contract";

/** The body of add operator (§4.4). */
export const AddOperator = z
  .object({
    name: Name.meta({ description: "The operator's full name.", examples: ["Ada Obi"] }),
    email: optional(Text).meta({
      description: "Stored and shown on the dashboard; not returned.",
      examples: ["ada@example.com"],
    }),
    phone: optional(Text).meta({ description: "The telephone number.", examples: ["+2348030000000"] }),
    role: optional(NonBlankText).meta({
      description: "Any label. It grants no permission.",
      default: "cashier",
      examples: ["supervisor"],
    }),
  })
  .meta({ id: "AddOperator", description: "An operator to add." });

/** §2.4 as returned by §4.4: without the e-mail address. */
export const Operator = z
  .object({
    id: idSchema("operator"),
    session_id: idSchema("session"),
    name: z.string().meta({ description: "The full name.", examples: ["Ada Obi"] }),
    phone: z.string().meta({ description: "Empty if not given.", examples: ["+2348030000000"] }),
    role: z.string().meta({ description: "The label of the role.", examples: ["supervisor"] }),
    created_at: Instant.meta({ description: "When the operator was added." }),
  })
  .meta({ id: "Operator", description: "A member of the gate staff.", section: "2.4" });

/** A terminal to which an operator is or was assigned. */
const Where = z.object({ terminal_id: z.string(), label: z.string(), location: z.string() });

/** An operator on the leaderboard. Amounts and counts include only successful payments. */
export const OperatorRow = z.object({
  id: idSchema("operator"),
  name: z.string(),
  role: z.string(),
  /** `""` if not given. */
  phone: z.string(),
  ...Volume.shape,
  transfers: Volume,
  pos: Volume,
  /** The terminals currently assigned. */
  terminals: z.array(Where),
  /** Start of the first and end of the last assignment; null: none yet. */
  from: Instant.nullable(),
  to: Instant.nullable(),
  last_payment_at: Instant.nullable(),
});

/** All operators of an event at one version, highest takings first. `linked` and `unassigned` add up to `taken`. */
export const OperatorsOverview = z.object({
  session_id: idSchema("session"),
  version: z.number(),
  as_of: Instant,
  status: z.enum(["active", "closed"]),
  taken: Volume,
  linked: Volume,
  /** Takings without an operator. */
  unassigned: z.object({ transfers: Volume, pos: Volume }),
  operators: z.array(OperatorRow),
  /** Every terminal with its current operator, for hand-overs. */
  terminals: z.array(
    Where.extend({ operator: z.object({ id: idSchema("operator"), name: z.string() }).nullable() }),
  ),
});

/** The operator to assign to a terminal, since a past time or from now on. */
export const HandOver = z.object({ operator_id: idSchema("operator"), since: optional(Instant) });

/** How many payments moved. */
export const HandOverResult = z.object({ moved: z.int() });

/** The payments to assign to an operator: these, or all unassigned ones that match the filters of a list. */
export const AssignPayments = z
  .object({
    operator_id: idSchema("operator").nullable(),
    payment_ids: z.array(idSchema("transaction")).min(1).max(200).optional(),
    matching: PaymentFilters.optional(),
  })
  .refine(
    ({ payment_ids, matching }) => Boolean(payment_ids) !== Boolean(matching),
    "needs payment_ids or matching",
  );

/** How many were assigned. At most five thousand move at once; after that many, more may be left. */
export const AssignedPayments = z.object({ moved: z.int() });
