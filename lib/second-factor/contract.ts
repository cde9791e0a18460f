import { z } from "zod";
import { MEMBER_ROLES } from "@/lib/core/roles";
import { Instant } from "@/lib/core/time";

/** What an authenticator app needs, shown this once, and the ticket that confirms it. */
export const SecondFactorSetUp = z.object({
  /** In base 32, for who cannot scan. */
  secret: z.string(),
  uri: z.string(),
  /** The QR code as an SVG path over a square of `size` units. */
  qr: z.object({ size: z.int(), path: z.string() }),
  /** To be sent back with the first code. */
  ticket: z.string(),
});

/** The first code of the app, which shows that it has the secret. */
export const ConfirmSecondFactor = z.object({
  ticket: z.string().max(1_000, "must be the one that was given"),
  code: z.string().max(20, "must be the six digits of your app"),
});

/** Codes for the loss of the app, each good once; shown this once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

/** A person's own second factor. */
export const OwnSecondFactor = z.object({
  /** Null: there is none. */
  created_at: Instant.nullable(),
  recovery_codes_left: z.int(),
  /** Whether the person's role in one of their organisations must have one. */
  is_required: z.boolean(),
});

/** The roles whose members must have a second factor. */
export const RequiredRoles = z.object({ roles: z.array(z.enum(MEMBER_ROLES)).max(MEMBER_ROLES.length) });
