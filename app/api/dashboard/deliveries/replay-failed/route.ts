import { replayAllFailedEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(replayAllFailedEndpoint, "replay_deliveries");
