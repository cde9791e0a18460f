import { z } from "zod";
import { Instant } from "@/lib/core/time";

/** The closing, at the bank, of the account that was opened for a closed event. */
export const AccountClosure = z.object({
  /** `waiting`: it will be closed. `refused`: the bank refused for good. */
  state: z.enum(["waiting", "closed", "refused"]),
  /** When the grace ends. */
  closes_at: Instant,
  /** When the bank closed it or refused. */
  finished_at: Instant.nullable(),
  /** Why it is not closed yet, or what the bank said. */
  reason: z.string().nullable(),
});
