import { issueKeyEndpoint, listKeysEndpoint } from "@/lib/endpoints/access/keys";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listKeysEndpoint, "manage_keys");
export const POST = forMember(issueKeyEndpoint, "manage_keys", { recentSignIn: true });
