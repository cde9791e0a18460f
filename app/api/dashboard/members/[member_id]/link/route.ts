import { resetMemberEndpoint } from "@/lib/endpoints/members";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(resetMemberEndpoint, "manage_members", { recentSignIn: true });
