import { findPaymentsEndpoint } from "@/lib/endpoints/money/payments";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(findPaymentsEndpoint, "see_events");
