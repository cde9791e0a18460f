import { showSecretsEndpoint } from "@/lib/endpoints/secrets";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(showSecretsEndpoint, "manage_keys", { recentSignIn: true });
