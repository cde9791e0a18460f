import { changePasswordEndpoint } from "@/lib/endpoints/access/account";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(changePasswordEndpoint, "see_events");
