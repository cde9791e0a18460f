import { placeTerminalEndpoint } from "@/lib/endpoints/terminals";
import { forOrganiser } from "@/lib/http/serve";

export const PUT = forOrganiser(placeTerminalEndpoint, "manage_terminals");
