import { revokeKeyEndpoint } from "@/lib/endpoints/keys";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(revokeKeyEndpoint, "manage_keys", { recentSignIn: true });
