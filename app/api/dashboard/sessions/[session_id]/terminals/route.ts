import { terminalsOverviewEndpoint } from "@/lib/endpoints/terminals";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(terminalsOverviewEndpoint, "see_events");
