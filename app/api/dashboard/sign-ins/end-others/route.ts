import { endOtherSignInsEndpoint } from "@/lib/endpoints/sign-ins";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(endOtherSignInsEndpoint, "see_events");
