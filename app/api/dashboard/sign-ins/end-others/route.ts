import { endOtherSignInsEndpoint } from "@/lib/endpoints/access/sign-ins";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(endOtherSignInsEndpoint, "see_events");
