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

/** Whose data a verb may see: one organisation, in one mode. */
export interface Scope {
  organisationId: Id<"organisation">;
  mode: Mode;
  /** Which member asks; absent where a platform does, by its key. */
  by?: Actor;
}
