import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { MEMBER_ROLES } from "@/lib/core/roles";
import { Instant } from "@/lib/core/time";

/** One of the caller's valid sign-ins. */
export const OwnSignIn = z.object({
  id: idSchema("signIn"),
  /** The browser's User-Agent header. */
  agent: z.string(),
  created_at: Instant,
  expires_at: Instant,
});

/** Request to end all of the caller's sign-ins except one. */
export const EndOthers = z.object({ keep: idSchema("signIn") });

/** The number of ended sign-ins. */
export const Ended = z.object({ count: z.number() });

/** One of the caller's organisations. */
export const OwnOrganisation = z.object({
  organisation_id: idSchema("organisation"),
  name: z.string(),
  /** The caller's role there. */
  role: z.enum(MEMBER_ROLES),
  /** Whether it is the sign-in's current organisation. */
  current: z.boolean(),
});

/** Request to switch to another of the caller's organisations. */
export const SwitchOrganisation = z.object({ organisation_id: idSchema("organisation") });

/** The password or a second-factor code, which confirms the member's identity before a sensitive action. */
export const ConfirmIdentity = z.union(
  [z.object({ password: z.string().max(1_000) }), z.object({ code: z.string().max(20) })],
  { error: "must hold a password or a code" },
);

/** The password or code was right. */
export const Confirmed = z.object({ confirmed: z.literal(true) });

/** Request to change the caller's password. */
export const ChangePassword = z.object({
  current_password: z.string().max(1_000),
  password: z.string().max(1_000),
});
