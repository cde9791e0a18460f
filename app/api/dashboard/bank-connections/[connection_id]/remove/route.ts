import { removeConnectionEndpoint } from "@/lib/endpoints/access/bank-connections";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(removeConnectionEndpoint, "manage_connections", { recentSignIn: true });
