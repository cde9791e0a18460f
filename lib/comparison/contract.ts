import { z } from "zod";
import { type Id, idSchema, isId } from "@/lib/core/ids";
import { keysOf } from "@/lib/core/keys";
import { Volume } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";
import { EventDetails } from "@/lib/sessions/contract";
import { COMPARISONS, MAX_COMPARED } from "./labels";

const Kind = z.enum(keysOf(COMPARISONS));

/** The query of a comparison: the events, separated by commas, in the order of the columns. */
export const ComparisonQuery = z.object({
  events: z
    .string()
    .max(1_000)
    .transform((text, context) => {
      const ids = [...new Set(text.split(",").filter(Boolean))];
      const own = ids.filter((id): id is Id<"session"> => isId("session", id));
      if (own.length < ids.length || ids.length === 0 || ids.length > MAX_COMPARED)
        context.addIssue({ code: "custom", message: `must be 1 to ${MAX_COMPARED} ids of events` });
      return own;
    }),
  by: Kind.default("hour"),
});
export type ComparisonQuery = z.output<typeof ComparisonQuery>;

/** The successful payments of several events side by side, of one snapshot. */
export const Comparison = z.object({
  by: Kind,
  as_of: Instant,
  events: z.array(
    z.object({
      session_id: idSchema("session"),
      name: z.string(),
      /** The start from which the hours are counted: the event's, else its first payment; null without both. */
      starts_at: Instant.nullable(),
      /** The event's own times and its phase, as in the list of events. */
      schedule: EventDetails.pick({
        phase: true,
        starts_at: true,
        ends_at: true,
        created_at: true,
        closed_at: true,
      }),
      total: Volume,
    }),
  ),
  /** `values` has one entry for each event, in their order; they add up to its total. */
  rows: z.array(z.object({ key: z.string(), label: z.string(), values: z.array(Volume) })),
});
