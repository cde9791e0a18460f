const ACCESS = {
  signed_in: "signed in",
  failed_sign_in: "failed to sign in",
  signed_out: "signed out",
  ended_sign_ins: "ended sign-ins",
  accepted_invitation: "accepted an invitation",
  switched_organisation: "switched to this organisation",
  set_password: "set a password",
  changed_password: "changed their password",
  turned_on_second_factor: "turned on a second factor",
  turned_off_second_factor: "turned off their second factor",
  renewed_recovery_codes: "generated new recovery codes",
  reset_second_factor: "reset a member's second factor",
  required_second_factor: "changed which roles need a second factor",
  added_member: "added a member",
  invited_member: "invited a member",
  reset_member: "created a password link",
  changed_role: "changed a role",
  removed_member: "removed a member",
  exported_audit_log: "exported the audit log",
  archived_audit_log: "archived the audit log",
} as const;

const ORGANISATION = {
  changed_profile: "changed the organisation's profile",
} as const;

const EVENTS = {
  opened_event: "created an event",
  closed_event: "closed an event",
  attached_account: "attached an account to an event",
  changed_event: "changed the details of an event",
  changed_venue: "changed a venue",
  archived_event: "archived a test event",
  restored_event: "restored an archived test event",
  shared_payment_page: "created a link to a payment page",
  revoked_payment_page: "revoked the link to a payment page",
  shared_wallboard: "created a wallboard link",
  revoked_wallboard: "revoked a wallboard link",
} as const;

const TERMINALS = {
  changed_location: "changed a terminal's location",
  paired_device: "paired a device",
  unpaired_device: "unpaired a device",
  requested_device_claim: "requested the claim of a device",
  cancelled_device_claim: "cancelled the claim of a device",
  claimed_device: "claimed a device",
  released_device: "released a device",
  added_operator: "added an operator",
  assigned_operator: "assigned an operator to a terminal",
  unassigned_operator: "unassigned an operator from a terminal",
} as const;

const PAYMENTS = {
  assigned_payments: "assigned payments to an operator",
  revealed_account: "revealed a payer's account number",
  exported: "exported payments",
  exported_comparison: "exported a comparison of events",
  exported_payer: "exported a payer's data",
  erased_payer: "erased a payer's data",
  resolved_exception: "resolved an exception",
  imported_settlements: "imported settlements",
  requested_refund: "requested a refund",
  approved_refund: "approved a refund",
  declined_refund: "declined a refund",
  marked_refunded: "marked a payment as refunded manually",
  completed_refund: "stored a refund as completed by the bank",
  failed_refund: "stored a refund as failed",
  changed_refund_approval: "changed which refunds need approval",
  allowed_deployment_refunds: "allowed refunds at the service's bank connections",
  forbade_deployment_refunds: "forbade refunds at the service's bank connections",
  reprocessed_notification: "processed a bank's notification again",
} as const;

const WEBHOOKS = {
  replayed_deliveries: "sent webhooks again",
  paused_webhook_endpoint: "paused a webhook endpoint",
  resumed_webhook_endpoint: "resumed a webhook endpoint",
  added_webhook_endpoint: "added a webhook endpoint",
  changed_webhook_endpoint: "changed a webhook endpoint",
  removed_webhook_endpoint: "removed a webhook endpoint",
  changed_webhook_url: "changed the webhook URL of an event",
  set_alert_webhook: "set the alert address",
  removed_alert_webhook: "removed the alert address",
  issued_key: "issued an API key",
  rotated_key: "rotated an API key",
  revoked_key: "revoked an API key",
  showed_secret: "revealed the signing secret",
  rotated_secret: "rotated the signing secret",
} as const;

const BANKS = {
  added_bank_connection: "added a bank connection",
  rotated_bank_connection: "replaced the credentials of a bank connection",
  set_default_bank_connection: "changed the default bank connection",
  removed_bank_connection: "removed a bank connection",
  changed_bank_share: "changed the share at the deployment's bank",
  allowed_deployment_account: "allowed the deployment's own account",
  forbade_deployment_account: "withdrew the deployment's own account",
  changed_account_quota: "changed the quota of live accounts",
} as const;

/** All audit actions, with their labels. */
export const AUDIT_ACTION_LABELS = {
  ...ACCESS,
  ...ORGANISATION,
  ...EVENTS,
  ...TERMINALS,
  ...PAYMENTS,
  ...WEBHOOKS,
  ...BANKS,
};

export type AuditAction = keyof typeof AUDIT_ACTION_LABELS;

/** The areas by which the audit log is filtered, with the labels of their actions. */
export const AUDIT_AREAS = {
  access: { name: "Sign-ins and members", labels: ACCESS },
  organisation: { name: "Organisation", labels: ORGANISATION },
  events: { name: "Events", labels: EVENTS },
  terminals: { name: "Terminals and operators", labels: TERMINALS },
  payments: { name: "Payments and payers", labels: PAYMENTS },
  webhooks: { name: "Webhooks and API keys", labels: WEBHOOKS },
  banks: { name: "Bank connections", labels: BANKS },
};

export type AuditArea = keyof typeof AUDIT_AREAS;
