import { setTerminalLocationEndpoint } from "@/lib/endpoints/terminals";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(setTerminalLocationEndpoint, "manage_terminals");
