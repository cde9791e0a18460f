import { changeEventEndpoint } from "@/lib/endpoints/events";
import { forMember } from "@/lib/http/serve";

export const PATCH = forMember(changeEventEndpoint, "change_event");
