import { z } from "zod";
import { NonBlankText } from "@/lib/core/format/text";
import { idSchema } from "@/lib/core/ids";
import { Amount } from "@/lib/core/money";
import { Instant } from "@/lib/core/time";

/** The longest overlap of a replaced verifying secret, in hours. */
export const MAX_OVERLAP_HOURS = 168;

/** Values by the name of the credential, such as `PAYSTACK_SECRET_KEY`. */
const CredentialValues = z.record(z.string().max(100), z.string().max(1000));

/** What must be true before live events can rely on a connection, in this order. */
const CHECKLIST_ITEMS = ["credentials", "default", "webhook", "list", "account", "payment"] as const;

/** One item of a connection's go-live checklist, computed from what the service has stored. */
export const ChecklistItem = z.object({
  item: z.enum(CHECKLIST_ITEMS),
  /** `not_needed`: the bank has no such thing, or the operator of the deployment turned it off. */
  state: z.enum(["done", "to_do", "problem", "not_needed"]),
  /** When it was done, or found to be a problem; null if not known. */
  at: Instant.nullable(),
  /** The recognised payment, of `payment` only. */
  amount: Amount.nullable(),
});

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
  /** When the last verified notification arrived, to the minute; null if none did. */
  last_notified_at: Instant.nullable(),
  checklist: z.array(ChecklistItem),
});

/** The deployment's connection at which the organisation's live events get their account, without its settings. */
const DeploymentAccount = z.object({ provider: z.string(), checklist: z.array(ChecklistItem) });

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
  /** Null if its own connection is the default, or the operator gave it neither a share nor the permission. */
  deployment_account: DeploymentAccount.nullable(),
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
