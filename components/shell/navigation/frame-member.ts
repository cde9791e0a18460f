import type { z } from "zod";
import type { MemberRole } from "@/lib/core/roles";
import type { OwnOrganisation } from "@/lib/sign-ins/contract";

export type OrganisationJson = z.input<typeof OwnOrganisation>;

/** The signed-in member's data for the frame of every page. */
export interface FrameMember {
  name: string;
  email: string;
  role: MemberRole;
  organisationName: string;
  /** All organisations of the member; empty if there is only one. */
  organisations: readonly OrganisationJson[];
  hasSecondFactor: boolean;
  /** Whether test or live data is shown. */
  mode: "test" | "live";
  /** Whether the deployment has only test data. */
  sandbox: boolean;
}
