import { handOverEndpoint, takeOffTerminalEndpoint } from "@/lib/endpoints/operators";
import { forOrganiser } from "@/lib/http/serve";

export const PUT = forOrganiser(handOverEndpoint, "manage_operators");
export const DELETE = forOrganiser(takeOffTerminalEndpoint, "manage_operators");
