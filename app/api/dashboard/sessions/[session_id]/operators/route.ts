import { addOperatorEndpoint, operatorsOverviewEndpoint } from "@/lib/endpoints/operators";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(operatorsOverviewEndpoint, "see_events");
export const POST = forMember(addOperatorEndpoint, "manage_operators");
