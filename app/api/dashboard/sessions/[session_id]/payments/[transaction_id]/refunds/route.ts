import { listPaymentRefundsEndpoint, requestRefundEndpoint } from "@/lib/endpoints/money/refunds";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(listPaymentRefundsEndpoint, "see_refunds");
export const POST = forMember(requestRefundEndpoint, "refund_payments", { recentSignIn: true });
