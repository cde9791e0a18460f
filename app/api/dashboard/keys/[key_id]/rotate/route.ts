import { rotateKeyEndpoint } from "@/lib/endpoints/keys";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(rotateKeyEndpoint, "manage_keys", { recentSignIn: true });
