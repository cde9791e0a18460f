import { inviteMemberEndpoint, listMembersEndpoint } from "@/lib/endpoints/members";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(listMembersEndpoint, "manage_members");
export const POST = forOrganiser(inviteMemberEndpoint, "manage_members", { recentSignIn: true });
