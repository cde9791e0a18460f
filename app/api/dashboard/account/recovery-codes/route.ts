import { renewRecoveryCodesEndpoint } from "@/lib/endpoints/account";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(renewRecoveryCodesEndpoint, "see_events", { recentSignIn: true });
