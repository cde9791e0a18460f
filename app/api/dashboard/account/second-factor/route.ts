import {
  confirmSecondFactorEndpoint,
  getSecondFactorEndpoint,
  turnOffSecondFactorEndpoint,
} from "@/lib/endpoints/access/account";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getSecondFactorEndpoint, "see_events", { duringSetUp: true });
export const POST = forMember(confirmSecondFactorEndpoint, "see_events", {
  recentSignIn: true,
  duringSetUp: true,
});
export const DELETE = forMember(turnOffSecondFactorEndpoint, "see_events", { recentSignIn: true });
