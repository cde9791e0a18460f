import { z } from "zod";

/** What a round of sending did: tries made, how they ended, and the events that are due and still to be sent. */
export const SendingReport = z.object({
  attempted: z.int(),
  delivered: z.int(),
  failed: z.int(),
  remaining: z.int(),
});
export type SendingReport = z.output<typeof SendingReport>;
