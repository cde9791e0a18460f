import { replayFailedEndpoint } from "@/lib/endpoints/deliveries";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(replayFailedEndpoint, "replay_deliveries");
