import { showEndpointSecretsEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(showEndpointSecretsEndpoint, "manage_keys", { recentSignIn: true });
