import { assertDefined } from "./errors/assert";
import type { Id } from "./ids";
import { type MemberRole, type Permission, roleHasPermission } from "./roles";

/** Test or live; an attribute of API keys, sessions and all their records. */
export type Mode = "test" | "live";

/** The scopes of API keys: read, or read and write. */
export const KEY_SCOPES = ["read", "write"] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** The scope and the allowed addresses of an API key. */
export interface KeyLimits {
  scope: KeyScope;
  /** IP addresses and CIDRs that calls may come from; empty: anywhere. */
  allowedAddresses: readonly string[];
}

/** The member who performs an action, as recorded in the audit log. */
export interface Actor {
  memberId: Id<"member">;
  email: string;
  name: string;
  role: MemberRole;
}

/** The API key that a platform uses, as recorded in the audit log. */
interface ActingKey {
  id: Id<"apiKey">;
  /** Its display name and first characters. */
  name: string;
}

/**
 * The caller, for the audit log: a member, the service's operator at the command line, or a platform with an API key.
 */
export interface Caller {
  actor?: Actor;
  isCommandLine?: true;
  /** The service itself, which stores an outcome that a bank reports. */
  isService?: true;
  apiKey?: ActingKey;
  /** The client's address, as forwarded by trusted proxies. */
  origin?: string;
}

/** Returns the member who acts. Throws an `Error` for a caller who is no member. */
export const requireActor = ({ actor }: Caller): Actor => assertDefined(actor, "only members do this");

/** The caller of commands: the service's operator. */
export const COMMAND_LINE: Caller = { isCommandLine: true };

/**
 * Returns the scope that limits a caller to one organisation and mode; `undefined` for the service's operator, who has
 * access to all organisations. Throws an `Error` for any other caller without an organisation.
 */
export function findScope(caller: Caller | Scope): Scope | undefined {
  if ("organisationId" in caller) return caller;
  if (!caller.isCommandLine) throw new Error("only the command line acts without an organisation");
  return undefined;
}

/** The data that an operation may access: one organisation in one mode. */
export interface Scope extends Caller {
  organisationId: Id<"organisation">;
  mode: Mode;
  /** The IANA time zone of the organisation's screens; of members only. Elsewhere the business's zone applies. */
  timeZone?: string;
  /** Whether reads may be a few seconds old, so that a replica can answer them; only of members who have just changed nothing. */
  toleratesLag?: boolean;
}

/** Returns whether the caller has a permission: a member by role; platforms and the service's operator always. */
export const hasPermission = ({ actor }: Caller, permission: Permission): boolean =>
  actor === undefined || roleHasPermission(actor.role, permission);
