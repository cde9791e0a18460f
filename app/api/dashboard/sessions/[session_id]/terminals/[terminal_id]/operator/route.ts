import { assignTerminalEndpoint, unassignTerminalEndpoint } from "@/lib/endpoints/operators";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(assignTerminalEndpoint, "manage_operators");
export const DELETE = forMember(unassignTerminalEndpoint, "manage_operators");
