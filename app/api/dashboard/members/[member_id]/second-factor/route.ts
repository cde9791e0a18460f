import { resetSecondFactorEndpoint } from "@/lib/endpoints/access/members";
import { forMember } from "@/lib/http/serve";

export const DELETE = forMember(resetSecondFactorEndpoint, "manage_members", { recentSignIn: true });
