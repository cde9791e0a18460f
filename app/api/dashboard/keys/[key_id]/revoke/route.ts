import { revokeKeyEndpoint } from "@/lib/endpoints/access/keys";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(revokeKeyEndpoint, "manage_keys", { recentSignIn: true });
