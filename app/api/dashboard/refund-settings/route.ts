import { getRefundSettingsEndpoint, setRefundSettingsEndpoint } from "@/lib/endpoints/money/refunds";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getRefundSettingsEndpoint, "see_refunds");
export const PUT = forMember(setRefundSettingsEndpoint, "set_refund_approval", { recentSignIn: true });
