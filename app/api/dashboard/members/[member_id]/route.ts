import { changeRoleEndpoint, removeMemberEndpoint } from "@/lib/endpoints/access/members";
import { forMember } from "@/lib/http/serve";

export const PATCH = forMember(changeRoleEndpoint, "manage_members", { recentSignIn: true });
export const DELETE = forMember(removeMemberEndpoint, "manage_members", { recentSignIn: true });
