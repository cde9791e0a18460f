import { renewRecoveryCodesEndpoint } from "@/lib/endpoints/account";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(renewRecoveryCodesEndpoint, "see_events", { recentSignIn: true });
