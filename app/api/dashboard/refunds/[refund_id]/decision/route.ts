import { decideRefundEndpoint } from "@/lib/endpoints/money/refunds";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(decideRefundEndpoint, "refund_payments", { recentSignIn: true });
