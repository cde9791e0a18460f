import { getPaymentEndpoint } from "@/lib/endpoints/payments";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(getPaymentEndpoint, "see_events");
