import { removeBrowserEndpoint } from "@/lib/endpoints/access/alerts";
import { forMember } from "@/lib/http/serve";

export const DELETE = forMember(removeBrowserEndpoint, "see_events");
