import { placeTerminalEndpoint } from "@/lib/endpoints/terminals";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(placeTerminalEndpoint, "manage_terminals");
