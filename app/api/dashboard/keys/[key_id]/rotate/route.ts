import { rotateKeyEndpoint } from "@/lib/endpoints/access/keys";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(rotateKeyEndpoint, "manage_keys", { recentSignIn: true });
