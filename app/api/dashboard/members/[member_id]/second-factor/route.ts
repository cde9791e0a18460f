import { resetSecondFactorEndpoint } from "@/lib/endpoints/members";
import { forOrganiser } from "@/lib/http/serve";

export const DELETE = forOrganiser(resetSecondFactorEndpoint, "manage_members", { recentSignIn: true });
