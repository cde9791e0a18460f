import { z } from "zod";
import { MEMBER_ROLES } from "@/lib/core/roles";
import { Instant } from "@/lib/core/time";

/** The secret for an authenticator app and the ticket that confirms it. They are returned only here. */
export const SecondFactorSetUp = z.object({
  /** In base 32, for manual entry. */
  secret: z.string(),
  uri: z.string(),
  /** The QR code as an SVG path over a square of `size` units. */
  qr: z.object({ size: z.int(), path: z.string() }),
  /** Sent back with the first code. */
  ticket: z.string(),
});

/** The app's first code, which proves that it has the secret. */
export const ConfirmSecondFactor = z.object({
  ticket: z.string().max(1_000, "must be the one that was given"),
  code: z.string().max(20, "must be the six digits of your app"),
});

/** Single-use codes for a lost app. They are returned only here. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** State of the caller's second factor. */
export const OwnSecondFactor = z.object({
  /** Null if there is no second factor. */
  created_at: Instant.nullable(),
  recovery_codes_left: z.int(),
  /** Whether the person's role in any of their organisations requires one. */
  is_required: z.boolean(),
});

/** The roles that require a second factor. */
export const RequiredRoles = z.object({ roles: z.array(z.enum(MEMBER_ROLES)).max(MEMBER_ROLES.length) });
