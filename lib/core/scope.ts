import type { Id } from "./ids";

/** Whether money is real. Keys, sessions and everything under them carry it. */
export type Mode = "test" | "live";

/** Whose data a verb may see: one organisation, in one mode. */
export interface Scope {
  organisationId: Id<"organisation">;
  mode: Mode;
}
