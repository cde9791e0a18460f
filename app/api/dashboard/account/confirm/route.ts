import { confirmIdentityEndpoint } from "@/lib/endpoints/access/account";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(confirmIdentityEndpoint, "see_events", { duringSetUp: true });
