import { changeRoleEndpoint, removeMemberEndpoint } from "@/lib/endpoints/members";
import { forOrganiser } from "@/lib/http/serve";

export const PATCH = forOrganiser(changeRoleEndpoint, "manage_members", { recentSignIn: true });
export const DELETE = forOrganiser(removeMemberEndpoint, "manage_members", { recentSignIn: true });
