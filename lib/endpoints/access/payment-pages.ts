import { endpoint } from "@/lib/http/endpoint";
import { createPaymentPage, getPaymentPage, revokePaymentPage } from "@/lib/payment-pages";
import { PaymentPageLink } from "@/lib/payment-pages/contract";
import { SessionParams } from "../params";

/** Returns the link to the payment page of an event; nulls if it has none. */
export const getPaymentPageEndpoint = endpoint({
  name: "get payment page of event",
  params: SessionParams,
  status: 200,
  response: PaymentPageLink,
  handle: (scope, { params }) => getPaymentPage(scope, params.session_id),
});

/** Creates a link to the payment page of an event, in place of the earlier one. Returns it. */
export const createPaymentPageEndpoint = endpoint({
  name: "create payment page of event",
  params: SessionParams,
  status: 201,
  response: PaymentPageLink,
  handle: (scope, { params }) => createPaymentPage(scope, params.session_id),
});

/** Revokes the link to the payment page of an event. Returns the new state. */
export const revokePaymentPageEndpoint = endpoint({
  name: "revoke payment page of event",
  params: SessionParams,
  status: 200,
  response: PaymentPageLink,
  handle: (scope, { params }) => revokePaymentPage(scope, params.session_id),
});
