import { rotateSecretEndpoint } from "@/lib/endpoints/secrets";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(rotateSecretEndpoint, "manage_keys", { recentSignIn: true });
