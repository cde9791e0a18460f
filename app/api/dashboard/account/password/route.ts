import { changePasswordEndpoint } from "@/lib/endpoints/account";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(changePasswordEndpoint, "see_events");
