import { sendTestPaymentEndpoint } from "@/lib/endpoints/money/test-payments";
import { forMember } from "@/lib/http/serve";

export const POST = forMember(sendTestPaymentEndpoint, "manage_keys");
