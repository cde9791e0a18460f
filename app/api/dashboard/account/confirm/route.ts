import { confirmIdentityEndpoint } from "@/lib/endpoints/account";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(confirmIdentityEndpoint, "see_events", { duringSetUp: true });
