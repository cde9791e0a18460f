import { getExpectedPaymentEndpoint } from "@/lib/endpoints/money/expected-payments";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(getExpectedPaymentEndpoint);
