import { findPaymentsEndpoint } from "@/lib/endpoints/payments";
import { forOrganiser } from "@/lib/http/serve";

export const GET = forOrganiser(findPaymentsEndpoint, "see_events");
