import { z } from "zod";
import { Instant } from "@/lib/core/time";

/** The link to an event's payment page; nulls if it has none. */
export const PaymentPageLink = z.object({
  url: z.string().nullable(),
  created_at: Instant.nullable(),
  /** Whether the reader may create and revoke links. */
  may_change: z.boolean(),
});
