/** The roles of members (`docs/architecture.md`); the first member of an organisation is its owner. */
export const MEMBER_ROLES = ["owner", "finance", "operations", "gate_lead", "viewer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Display names of the roles. */
export const ROLE_NAMES: Record<MemberRole, string> = {
  owner: "Owner",
  finance: "Finance",
  operations: "Operations",
  gate_lead: "Gate lead",
  viewer: "Viewer",
};

const EVERYONE = MEMBER_ROLES;
const OFFICE = ["owner", "finance", "operations"] as const;

/** All permissions with the roles that have them; every permission check uses this table, and Settings displays it. */
export const PERMISSIONS = {
  see_events: { name: "See events, payments, terminals and operators", roles: EVERYONE },
  see_money: {
    name: "See reconciliation and settlement",
    roles: ["owner", "finance", "operations", "viewer"],
  },
  see_webhooks: { name: "See webhook deliveries", roles: ["owner", "finance", "operations", "viewer"] },
  reveal_account: { name: "Show a payer's whole account number", roles: ["owner", "finance"] },
  export: { name: "Export payments", roles: OFFICE },
  open_event: { name: "Open events", roles: ["owner", "operations"] },
  change_event: { name: "Change the details of events, archive test events", roles: ["owner", "operations"] },
  close_event: { name: "Close events", roles: ["owner", "operations"] },
  attach_account: { name: "Attach a bank account to an event", roles: ["owner", "finance"] },
  share_wallboard: { name: "Share the wallboard by link", roles: ["owner", "operations"] },
  share_payment_page: {
    name: "Share an event's payment page by link",
    roles: ["owner", "operations"],
  },
  manage_terminals: {
    name: "Pair terminals and set their locations",
    roles: ["owner", "operations", "gate_lead"],
  },
  manage_devices: { name: "Claim and release devices", roles: ["owner", "operations"] },
  manage_operators: {
    name: "Add operators and hand terminals over",
    roles: ["owner", "operations", "gate_lead"],
  },
  assign_payments: { name: "Assign payments to operators", roles: [...OFFICE, "gate_lead"] },
  resolve_exceptions: { name: "Resolve exceptions", roles: ["owner", "finance"] },
  import_settlements: { name: "Import settlements from a file", roles: ["owner", "finance"] },
  see_refunds: { name: "See the refunds of payments", roles: EVERYONE },
  refund_payments: { name: "Refund payments, and approve refunds", roles: ["owner", "finance"] },
  set_refund_approval: { name: "Set which refunds need a second person", roles: ["owner"] },
  replay_deliveries: {
    name: "Send webhooks again, pause and resume endpoints",
    roles: ["owner", "operations"],
  },
  manage_endpoints: {
    name: "Add, change and remove webhook endpoints, and change webhook URLs",
    roles: ["owner"],
  },
  manage_connections: { name: "Manage the organisation's bank connections", roles: ["owner"] },
  manage_keys: { name: "Issue, rotate and revoke API keys and the signing secret", roles: ["owner"] },
  change_profile: {
    name: "Change the organisation's profile: legal name, address, logo and time zone",
    roles: ["owner"],
  },
  manage_members: { name: "Invite, change and remove members", roles: ["owner"] },
  see_audit: { name: "Read the audit log", roles: ["owner", "finance"] },
} as const satisfies Record<string, { name: string; roles: readonly MemberRole[] }>;

export type Permission = keyof typeof PERMISSIONS;

/** Returns whether a role has a permission. */
export function roleHasPermission(role: MemberRole, permission: Permission): boolean {
  const roles: readonly MemberRole[] = PERMISSIONS[permission].roles;
  return roles.includes(role);
}
