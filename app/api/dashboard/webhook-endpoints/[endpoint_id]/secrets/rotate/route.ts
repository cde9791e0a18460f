import { rotateEndpointSecretEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(rotateEndpointSecretEndpoint, "manage_keys", { recentSignIn: true });
