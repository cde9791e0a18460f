import type { Id } from "./ids";
import type { MemberRole } from "./roles";

/** Whether money is real. Keys, sessions and everything under them carry it. */
export type Mode = "test" | "live";

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
