import { terminalDayEndpoint } from "@/lib/endpoints/terminals";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(terminalDayEndpoint, "see_events");
