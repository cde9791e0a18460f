/** Tables without amounts or ownership of money, with a description of their content. */
export const WITHOUT_MONEY: ReadonlyMap<string, string> = new Map([
  ["api_keys", "API keys of platforms"],
  ["audit_entries", "the audit log; closes and resolutions are compared with it"],
  [
    "bank_connections",
    "the deployment's own connections; each notification's provider is compared with them",
  ],
  [
    "device_claims",
    "requests to prove a device; proved ones are compared with their payment and their device",
  ],
  ["devices", "owners of POS devices; open pairings and proved claims are compared with them"],
  ["idempotency_keys", "answers to writes of `/v1`, kept for a day; their effects are in the other tables"],
  ["webhook_endpoints", "health of webhook receivers; a session's URL is compared with its endpoint"],
  ["member_alerts", "alerts for members about changes of their access"],
  ["password_links", "links to join or to set a password"],
  ["members", "memberships of people in organisations"],
  ["operators", "people at the terminals; a payment's operator is in `transactions`"],
  ["organisations", "names"],
  ["people", "people with a sign-in"],
  ["second_factors", "people's second factors"],
  ["service_state", "whether sending is paused; skipped events are compared with their states"],
  ["session_venues", "display text"],
  ["sign_in_failures", "failed sign-ins"],
  ["sign_ins", "sign-ins"],
  ["signing_secrets", "secrets that sign outgoing events"],
  ["wallboard_links", "links to a wallboard"],
]);
