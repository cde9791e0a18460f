import { rotateSecretEndpoint } from "@/lib/endpoints/secrets";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(rotateSecretEndpoint, "manage_keys", { recentSignIn: true });
