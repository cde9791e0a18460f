/** Tables whose rows hold no money and do not say where it belongs, with what they hold. */
export const WITHOUT_MONEY: ReadonlyMap<string, string> = new Map([
  ["api_keys", "keys of platforms"],
  ["audit_entries", "who did what; closes and resolutions are compared with it"],
  [
    "bank_connections",
    "the deployment's own connections; each notification's provider is compared with them",
  ],
  [
    "device_claims",
    "requests to prove a device; proved ones are compared with their payment and their device",
  ],
  ["devices", "whose POS devices are; open pairings and proved claims are compared with them"],
  ["endpoints", "how receivers of events are doing; a session's URL is compared with its endpoint"],
  ["member_alerts", "what members are told about their own access"],
  ["member_links", "links to join or to set a password"],
  ["members", "who belongs to which organisation"],
  ["operators", "people at the terminals; whose payments are is in `transactions`"],
  ["organisations", "names"],
  ["people", "who signs in"],
  ["second_factors", "people's second factors"],
  ["service_state", "whether events are sent; which were skipped is compared with their states"],
  ["session_venues", "text for people"],
  ["sign_in_failures", "failed sign-ins"],
  ["sign_ins", "sign-ins"],
  ["signing_secrets", "secrets that sign events"],
  ["wall_links", "links to a wallboard"],
]);
