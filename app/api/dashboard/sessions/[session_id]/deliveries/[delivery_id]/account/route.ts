import { revealDeliveryEndpoint } from "@/lib/endpoints/deliveries";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(revealDeliveryEndpoint, "reveal_account", { recentSignIn: true });
