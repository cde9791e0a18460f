import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import {
  decideRefund,
  getRefundSettings,
  listPaymentRefunds,
  listRefundQueue,
  markRefunded,
  requestRefund,
  setRefundApproval,
  toRefundJson,
} from "@/lib/refunds";
import {
  ChangeRefundSettings,
  DecideRefund,
  MarkRefunded,
  PaymentRefunds,
  RefundJson,
  RefundQueue,
  RefundSettings,
  RequestRefund,
} from "@/lib/refunds/contract";

const PaymentParams = z.object({ session_id: idSchema("session"), transaction_id: idSchema("transaction") });
const RefundParams = z.object({ refund_id: idSchema("refund") });

const toInput = (
  params: z.output<typeof PaymentParams>,
  { request_key: requestKey, amount, reason }: z.output<typeof RequestRefund>,
) => ({ sessionId: params.session_id, transactionId: params.transaction_id, requestKey, amount, reason });

/** Lists the refunds of a payment, and how else it can be refunded. */
export const listPaymentRefundsEndpoint = endpoint({
  name: "list refunds of payment",
  params: PaymentParams,
  status: 200,
  response: PaymentRefunds,
  handle: (scope, { params: { session_id: sessionId, transaction_id: transactionId } }) =>
    listPaymentRefunds(scope, { sessionId, transactionId }),
});

/** Requests the refund of a payment at its bank. */
export const requestRefundEndpoint = endpoint({
  name: "refund payment",
  params: PaymentParams,
  body: RequestRefund,
  status: 201,
  response: RefundJson,
  handle: async (scope, { params, body }) =>
    toRefundJson(scope, await requestRefund(scope, toInput(params, body))),
});

/** Notes that a payment was refunded outside the service. */
export const markRefundedEndpoint = endpoint({
  name: "mark payment as refunded",
  params: PaymentParams,
  body: MarkRefunded,
  status: 201,
  response: RefundJson,
  handle: async (scope, { params, body }) => {
    const input = { ...toInput(params, body), bankReference: body.bank_reference };
    return toRefundJson(scope, await markRefunded(scope, input));
  },
});

/** Approves or declines a refund that another member requested. */
export const decideRefundEndpoint = endpoint({
  name: "decide on refund",
  params: RefundParams,
  body: DecideRefund,
  status: 200,
  response: RefundJson,
  handle: async (scope, { params: { refund_id: refundId }, body: { decision } }) =>
    toRefundJson(scope, await decideRefund(scope, { refundId, decision })),
});

/** Lists the refunds that wait for a second person. */
export const listRefundQueueEndpoint = endpoint({
  name: "list refunds that wait for approval",
  params: z.object({}),
  status: 200,
  response: RefundQueue,
  handle: listRefundQueue,
});

/** Returns the organisation's rules for refunds. */
export const getRefundSettingsEndpoint = endpoint({
  name: "get refund settings",
  params: z.object({}),
  status: 200,
  response: RefundSettings,
  handle: getRefundSettings,
});

/** Sets which refunds need a second person. */
export const setRefundSettingsEndpoint = endpoint({
  name: "set refund settings",
  params: z.object({}),
  body: ChangeRefundSettings,
  status: 200,
  response: RefundSettings,
  handle: (scope, { body }) => setRefundApproval(scope, body.approval_above),
});
