import {
  createExpectedPaymentEndpoint,
  listExpectedPaymentsEndpoint,
} from "@/lib/endpoints/money/expected-payments";
import { forApiKey } from "@/lib/http/serve";

export const GET = forApiKey(listExpectedPaymentsEndpoint);
export const POST = forApiKey(createExpectedPaymentEndpoint);
