import { getClosePreviewEndpoint } from "@/lib/endpoints/events";
import { closeSessionEndpoint } from "@/lib/endpoints/sessions";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getClosePreviewEndpoint, "close_event");
export const PATCH = forMember(closeSessionEndpoint, "close_event");
