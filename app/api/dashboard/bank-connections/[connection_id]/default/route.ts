import { setDefaultConnectionEndpoint } from "@/lib/endpoints/access/bank-connections";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(setDefaultConnectionEndpoint, "manage_connections", { recentSignIn: true });
