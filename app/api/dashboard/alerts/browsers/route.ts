import { addBrowserEndpoint } from "@/lib/endpoints/access/alerts";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(addBrowserEndpoint, "see_events");
