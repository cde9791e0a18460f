import { startSecondFactorEndpoint } from "@/lib/endpoints/account";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(startSecondFactorEndpoint, "see_events", {
  recentSignIn: true,
  duringSetUp: true,
});
