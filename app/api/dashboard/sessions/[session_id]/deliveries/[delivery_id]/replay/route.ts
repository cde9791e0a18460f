import { replayDeliveryEndpoint } from "@/lib/endpoints/deliveries";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(replayDeliveryEndpoint, "replay_deliveries");
