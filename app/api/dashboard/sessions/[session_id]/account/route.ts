import { attachAccountEndpoint, listAttachableConnectionsEndpoint } from "@/lib/endpoints/accounts";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listAttachableConnectionsEndpoint, "attach_account");
export const POST = forMember(attachAccountEndpoint, "attach_account", { recentSignIn: true });
