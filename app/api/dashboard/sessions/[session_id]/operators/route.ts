import { addOperatorEndpoint, operatorsOverviewEndpoint } from "@/lib/endpoints/operators";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(operatorsOverviewEndpoint, "see_events");
export const POST = forOrganiser(addOperatorEndpoint, "manage_operators");
