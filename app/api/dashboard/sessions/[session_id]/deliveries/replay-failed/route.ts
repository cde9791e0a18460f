import { replayFailedEndpoint } from "@/lib/endpoints/deliveries";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(replayFailedEndpoint, "replay_deliveries");
