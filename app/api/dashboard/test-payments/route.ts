import { sendTestPaymentEndpoint } from "@/lib/endpoints/test-payments";
import { forOrganiser } from "@/lib/http/serve";

export const POST = forOrganiser(sendTestPaymentEndpoint, "manage_keys");
