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

/** The API key that a platform acts by, as the audit log names it. */
export interface ActingKey {
  id: Id<"apiKey">;
  /** What people call it, and its first characters. */
  name: string;
}

/** Who asks, for the audit log: a member, the operator of the service at the command line, or a platform by an API key. */
export interface Asker {
  by?: Actor;
  isCommandLine?: true;
  apiKey?: ActingKey;
  /** The client's address, as far as it is believed. */
  origin?: string;
}

/** The operator of the service at the command line. */
export const COMMAND_LINE: Asker = { isCommandLine: true };

/** The scope of who asks; `undefined` for the operator of the service, who sees every organisation. */
export function scopeIn(asker: Asker | Scope | undefined): Scope | undefined {
  return asker && "organisationId" in asker ? asker : undefined;
}

/** Whose data a verb may see: one organisation, in one mode. */
export interface Scope extends Asker {
  organisationId: Id<"organisation">;
  mode: Mode;
}

/** Whether the caller may do it: a member by role; a platform and the operator of the service always. */
export const hasPermission = ({ by }: Asker, permission: Permission): boolean =>
  by === undefined || may(by.role, permission);
