import { listRefundQueueEndpoint } from "@/lib/endpoints/money/refunds";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listRefundQueueEndpoint, "refund_payments");
