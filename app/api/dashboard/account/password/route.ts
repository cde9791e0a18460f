import { changePasswordEndpoint } from "@/lib/endpoints/account";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(changePasswordEndpoint, "see_events");
