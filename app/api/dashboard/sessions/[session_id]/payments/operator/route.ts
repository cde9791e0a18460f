import { assignPaymentsEndpoint } from "@/lib/endpoints/money/payments";
import { forMember } from "@/lib/http/serve";

export const PUT = forMember(assignPaymentsEndpoint, "assign_payments");
