import { issueKeyEndpoint, listKeysEndpoint } from "@/lib/endpoints/keys";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(listKeysEndpoint, "manage_keys");
export const POST = forOrganiser(issueKeyEndpoint, "manage_keys", { recentSignIn: true });
