import { startSecondFactorEndpoint } from "@/lib/endpoints/account";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(startSecondFactorEndpoint, "see_events", {
  recentSignIn: true,
  duringSetUp: true,
});
