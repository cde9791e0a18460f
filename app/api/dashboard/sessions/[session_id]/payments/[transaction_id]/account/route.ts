import { revealAccountEndpoint } from "@/lib/endpoints/money/payments";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(revealAccountEndpoint, "reveal_account", { recentSignIn: true });
