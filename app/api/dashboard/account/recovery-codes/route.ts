import { renewRecoveryCodesEndpoint } from "@/lib/endpoints/access/account";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(renewRecoveryCodesEndpoint, "see_events", { recentSignIn: true });
