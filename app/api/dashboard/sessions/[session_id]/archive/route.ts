import { archiveEventEndpoint } from "@/lib/endpoints/events";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(archiveEventEndpoint, "change_event");
