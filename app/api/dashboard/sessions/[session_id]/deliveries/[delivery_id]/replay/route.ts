import { replayDeliveryEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(replayDeliveryEndpoint, "replay_deliveries");
