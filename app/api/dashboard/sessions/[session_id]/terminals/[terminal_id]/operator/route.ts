import { handOverEndpoint, takeOffTerminalEndpoint } from "@/lib/endpoints/operators";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(handOverEndpoint, "manage_operators");
export const DELETE = forMember(takeOffTerminalEndpoint, "manage_operators");
