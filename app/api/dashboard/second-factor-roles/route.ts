import { getRequiredRolesEndpoint, setRequiredRolesEndpoint } from "@/lib/endpoints/access/members";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getRequiredRolesEndpoint, "manage_members");
export const PUT = forMember(setRequiredRolesEndpoint, "manage_members", { recentSignIn: true });
