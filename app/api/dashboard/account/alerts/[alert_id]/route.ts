import { dismissAlertEndpoint } from "@/lib/endpoints/access/account";
import { forMember } from "@/lib/http/serve";

export const DELETE = forMember(dismissAlertEndpoint, "see_events");
