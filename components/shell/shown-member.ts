import type { MemberRole } from "@/lib/core/roles";

/** The reader, as the frame of every page shows them. */
export interface ShownMember {
  name: string;
  email: string;
  role: MemberRole;
  organisationName: string;
  hasSecondFactor: boolean;
  /** Which data is shown. */
  mode: "test" | "live";
  /** No real money anywhere in this deployment. */
  sandbox: boolean;
}
