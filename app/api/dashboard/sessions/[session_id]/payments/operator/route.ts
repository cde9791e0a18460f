import { assignPaymentsEndpoint } from "@/lib/endpoints/payments";
import { forOrganiser } from "@/lib/http/serve";

export const PUT = forOrganiser(assignPaymentsEndpoint, "assign_payments");
