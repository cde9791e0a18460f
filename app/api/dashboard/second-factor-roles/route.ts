import { getRequiredRolesEndpoint, setRequiredRolesEndpoint } from "@/lib/endpoints/members";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(getRequiredRolesEndpoint, "manage_members");
export const PUT = forOrganiser(setRequiredRolesEndpoint, "manage_members", { recentSignIn: true });
