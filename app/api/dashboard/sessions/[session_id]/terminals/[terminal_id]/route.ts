import { terminalDayEndpoint } from "@/lib/endpoints/terminals";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(terminalDayEndpoint, "see_events");
