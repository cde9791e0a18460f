import { rotateSecretEndpoint } from "@/lib/endpoints/access/secrets";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(rotateSecretEndpoint, "manage_keys", { recentSignIn: true });
