import { revokeKeyEndpoint } from "@/lib/endpoints/keys";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(revokeKeyEndpoint, "manage_keys", { recentSignIn: true });
