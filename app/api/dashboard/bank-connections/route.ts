import { addConnectionEndpoint, listConnectionsEndpoint } from "@/lib/endpoints/access/bank-connections";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listConnectionsEndpoint, "manage_connections");
export const POST = forMember(addConnectionEndpoint, "manage_connections", { recentSignIn: true });
