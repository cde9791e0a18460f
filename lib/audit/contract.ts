import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { Instant } from "@/lib/core/time";

/** Every deed that is written down, with the words that tell it. */
export const DEEDS = {
  signed_in: "signed in",
  signed_out: "signed out",
  ended_sign_ins: "ended sign-ins",
  set_password: "set a password",
  invited_member: "invited a member",
  reset_member: "made a link for a new password",
  changed_role: "changed a role",
  removed_member: "removed a member",
  opened_event: "opened an event",
  closed_event: "closed an event",
  changed_venue: "changed a venue",
  shared_wall: "made a wallboard link",
  revoked_wall: "revoked a wallboard link",
  placed_terminal: "changed a terminal's place",
  paired_device: "paired a device",
  unpaired_device: "unpaired a device",
  added_operator: "added an operator",
  assigned_operator: "put an operator on a terminal",
  unassigned_operator: "took an operator off a terminal",
  assigned_payments: "assigned payments to an operator",
  revealed_account: "looked at a payer's account number",
  exported: "exported payments",
  resolved_exception: "resolved an exception",
  replayed_deliveries: "sent webhooks again",
  paused_endpoint: "paused an endpoint",
  resumed_endpoint: "resumed an endpoint",
  issued_key: "issued an API key",
  rotated_key: "rotated an API key",
  revoked_key: "revoked an API key",
  showed_secret: "looked at the signing secret",
  rotated_secret: "rotated the signing secret",
} as const;

export type Deed = keyof typeof DEEDS;

/** One line of the audit log. */
export const AuditEntry = z.object({
  id: idOf("auditEntry"),
  actor: z.string(),
  action: z.enum(Object.keys(DEEDS) as [Deed, ...Deed[]]),
  subject: z.string(),
  session_id: idOf("session").nullable(),
  details: z.record(z.string(), z.string()),
  at: Instant,
});

/** Which page of the log: those before an entry, the latest first. */
export const AuditQuery = z.object({ before: idOf("auditEntry").optional() });

/** A page of the log, and where the next begins. */
export const AuditPage = z.object({
  entries: z.array(AuditEntry),
  next: idOf("auditEntry").nullable(),
});
