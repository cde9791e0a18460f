import { resetMemberEndpoint } from "@/lib/endpoints/access/members";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(resetMemberEndpoint, "manage_members", { recentSignIn: true });
