import type { z } from "zod";
import type { MemberRole } from "@/lib/core/roles";
import type { OwnOrganisation } from "@/lib/sign-ins/contract";

export type ShownOrganisation = z.input<typeof OwnOrganisation>;

/** The reader, as the frame of every page shows them. */
export interface ShownMember {
  name: string;
  email: string;
  role: MemberRole;
  organisationName: string;
  /** All organisations of the reader, where there are several. */
  organisations: readonly ShownOrganisation[];
  hasSecondFactor: boolean;
  /** Which data is shown. */
  mode: "test" | "live";
  /** No real money anywhere in this deployment. */
  sandbox: boolean;
}
