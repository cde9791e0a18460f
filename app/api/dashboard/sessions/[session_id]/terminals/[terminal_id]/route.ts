import { getTerminalDayEndpoint } from "@/lib/endpoints/terminals";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getTerminalDayEndpoint, "see_events");
