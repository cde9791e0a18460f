import { terminalActivityEndpoint } from "@/lib/endpoints/terminals";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(terminalActivityEndpoint, "see_events");
