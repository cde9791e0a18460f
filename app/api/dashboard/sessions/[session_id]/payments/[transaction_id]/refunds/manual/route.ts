import { markRefundedEndpoint } from "@/lib/endpoints/money/refunds";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(markRefundedEndpoint, "refund_payments", { recentSignIn: true });
