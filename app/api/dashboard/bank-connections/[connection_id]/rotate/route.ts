import { rotateConnectionEndpoint } from "@/lib/endpoints/access/bank-connections";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(rotateConnectionEndpoint, "manage_connections", { recentSignIn: true });
