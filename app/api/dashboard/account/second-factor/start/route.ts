import { startSecondFactorEndpoint } from "@/lib/endpoints/access/account";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(startSecondFactorEndpoint, "see_events", {
  recentSignIn: true,
  duringSetUp: true,
});
