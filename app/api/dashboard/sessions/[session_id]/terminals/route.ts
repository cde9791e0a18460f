import { terminalsOverviewEndpoint } from "@/lib/endpoints/terminals";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(terminalsOverviewEndpoint, "see_events");
