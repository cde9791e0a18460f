import { dismissAlertEndpoint } from "@/lib/endpoints/account";
import { forOrganiser } from "@/lib/http/serve";

export const DELETE = forOrganiser(dismissAlertEndpoint, "see_events");
