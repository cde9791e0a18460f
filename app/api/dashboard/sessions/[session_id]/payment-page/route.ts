import {
  createPaymentPageEndpoint,
  getPaymentPageEndpoint,
  revokePaymentPageEndpoint,
} from "@/lib/endpoints/access/payment-pages";
import { forMember } from "@/lib/http/serve";

export const GET = forMember(getPaymentPageEndpoint, "see_events");
export const POST = forMember(createPaymentPageEndpoint, "share_payment_page");
export const DELETE = forMember(revokePaymentPageEndpoint, "share_payment_page");
