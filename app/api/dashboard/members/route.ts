import { inviteMemberEndpoint, listMembersEndpoint } from "@/lib/endpoints/access/members";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listMembersEndpoint, "manage_members");
export const POST = forMember(inviteMemberEndpoint, "manage_members", { recentSignIn: true });
