import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { MEMBER_ROLES } from "@/lib/core/roles";
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

/** One of one's own organisations. */
export const OwnOrganisation = z.object({
  organisation_id: idOf("organisation"),
  name: z.string(),
  /** One's role there. */
  role: z.enum(MEMBER_ROLES),
  /** Whether the sign-in stands there now. */
  current: z.boolean(),
});

/** Which of one's own organisations to switch to. */
export const SwitchOrganisation = z.object({ organisation_id: idOf("organisation") });

/** What a member gives once more before what asks for it again: the password, or a code of the second factor. */
export const ConfirmIdentity = z.union(
  [z.object({ password: z.string().max(1_000) }), z.object({ code: z.string().max(20) })],
  { error: "must hold a password or a code" },
);

/** It was right. */
export const Confirmed = z.object({ confirmed: z.literal(true) });

/** A new password of one's own. */
export const ChangePassword = z.object({
  current_password: z.string().max(1_000),
  password: z.string().max(1_000),
});
