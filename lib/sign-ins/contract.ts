import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Instant } from "@/lib/core/time";

/** One of one's own sign-ins that are good now. */
export const OwnSignIn = z.object({
  id: idOf("signIn"),
  /** What the browser called itself. */
  agent: z.string(),
  created_at: Instant,
  expires_at: Instant,
});

/** Which sign-in to keep where all the others are ended. */
export const EndOthers = z.object({ keep: idOf("signIn") });

/** How many were ended. */
export const Ended = z.object({ count: z.number() });
