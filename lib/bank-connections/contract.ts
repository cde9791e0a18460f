import { z } from "zod";
import { NonBlankText } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Instant } from "@/lib/core/time";

/** The longest overlap of a replaced verifying secret, in hours. */
export const MAX_OVERLAP_HOURS = 168;

/** Values by the name of the credential, such as `PAYSTACK_SECRET_KEY`. */
const CredentialValues = z.record(z.string().max(100), z.string().max(1000));

/** A connection of the caller's organisation; never its credentials. */
const BankConnection = z.object({
  id: idSchema("bankConnection"),
  provider: z.string(),
  /** Where the bank must send its notifications. */
  webhook_url: z.string(),
  is_default: z.boolean(),
  /** Whether it can be the default. */
  issues_accounts: z.boolean(),
  /** False if the encryption key of the deployment changed: it must be removed and added again. */
  is_readable: z.boolean(),
  created_at: Instant,
  rotated_at: Instant.nullable(),
  /** When the last replaced verifying secret ends; null if there is none. */
  old_secret_retires_at: Instant.nullable(),
});

/** A bank at which a connection can be added, with its credentials. */
const AvailableBank = z.object({
  provider: z.string(),
  /** Whether the credentials are tried at the bank. */
  is_tried: z.boolean(),
  fields: z.array(z.object({ name: z.string(), is_required: z.boolean(), is_secret: z.boolean() })),
});

/** The connections of an organisation, and what else its live events can use. */
export const BankConnections = z.object({
  connections: z.array(BankConnection),
  banks: z.array(AvailableBank),
  /** The bank at which the operator gave it a share. */
  share_provider: z.string().nullable(),
  /** Whether the operator allowed it the deployment's own account. */
  may_use_deployment: z.boolean(),
});

/** A request to add a connection. */
export const AddConnection = z.object({ provider: NonBlankText, credentials: CredentialValues });

/** A new connection. */
export const AddedConnection = z.object({
  id: idSchema("bankConnection"),
  webhook_url: z.string(),
  /** `not_tried`: the bank has no API that could be asked. */
  result: z.enum(["accepted", "not_tried"]),
});

/** A request to replace credentials; blank and absent values stay. */
export const RotateConnection = z.object({
  credentials: CredentialValues,
  overlap_hours: z.int().min(0).max(MAX_OVERLAP_HOURS).optional(),
});

/** A changed connection. */
export const ChangedConnection = z.object({ id: idSchema("bankConnection") });
