import { revealDeliveryEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(revealDeliveryEndpoint, "reveal_account", { recentSignIn: true });
