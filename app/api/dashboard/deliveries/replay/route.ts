import { replaySelectedEndpoint } from "@/lib/endpoints/webhook-endpoints";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(replaySelectedEndpoint, "replay_deliveries");
