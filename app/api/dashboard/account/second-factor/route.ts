import {
  confirmSecondFactorEndpoint,
  getSecondFactorEndpoint,
  turnOffSecondFactorEndpoint,
} from "@/lib/endpoints/account";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(getSecondFactorEndpoint, "see_events", { duringSetUp: true });
export const POST = forOrganiser(confirmSecondFactorEndpoint, "see_events", {
  recentSignIn: true,
  duringSetUp: true,
});
export const DELETE = forOrganiser(turnOffSecondFactorEndpoint, "see_events", { recentSignIn: true });
