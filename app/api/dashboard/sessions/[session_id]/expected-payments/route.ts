import { expectedPaymentsPageEndpoint } from "@/lib/endpoints/money/expected-payments";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(expectedPaymentsPageEndpoint, "see_events");
