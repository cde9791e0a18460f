import { getPaymentEndpoint } from "@/lib/endpoints/money/payments";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getPaymentEndpoint, "see_events");
