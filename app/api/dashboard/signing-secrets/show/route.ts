import { showSecretsEndpoint } from "@/lib/endpoints/access/secrets";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(showSecretsEndpoint, "manage_keys", { recentSignIn: true });
