import { revealAccountEndpoint } from "@/lib/endpoints/payments";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(revealAccountEndpoint, "reveal_account", { recentSignIn: true });
