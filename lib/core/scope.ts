import type { Id } from "./ids";
import { type MemberRole, may, type Permission } from "./roles";

/** Whether money is real. Keys, sessions and everything under them carry it. */
export type Mode = "test" | "live";

/** What an API key may do: read, or read and write. */
export const KEY_SCOPES = ["read", "write"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What an API key may do, and from where. */
export interface KeyLimits {
  scope: KeyScope;
  /** IP addresses and CIDRs that calls may come from; empty: anywhere. */
  allowedAddresses: readonly string[];
}

/** A member at work: who stands in the audit log for what is done. */
export interface Actor {
  memberId: Id<"member">;
  email: string;
  name: string;
  role: MemberRole;
}

/** Who asks, for the audit log: a member, the operator of the service at the command line, or, with neither, a platform. */
export interface Asker {
  by?: Actor;
  isCommandLine?: true;
}

/** The operator of the service at the command line. */
export const COMMAND_LINE: Asker = { isCommandLine: true };

/** Whose data a verb may see: one organisation, in one mode. */
export interface Scope extends Asker {
  organisationId: Id<"organisation">;
  mode: Mode;
}

/** Whether the caller may do it: a member by role; a platform and the operator of the service always. */
export const hasPermission = ({ by }: Asker, permission: Permission): boolean =>
  by === undefined || may(by.role, permission);
