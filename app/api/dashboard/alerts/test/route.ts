import { testAlertEndpoint } from "@/lib/endpoints/access/alerts";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(testAlertEndpoint, "see_events");
