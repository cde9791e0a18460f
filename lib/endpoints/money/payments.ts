import { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { assignPayments } from "@/lib/operators";
import { AssignedPayments, AssignPayments } from "@/lib/operators/contract";
import { findInEvents, findPayments, getPayment, revealAccount } from "@/lib/payment-search";
import {
  EventsSearchQuery,
  FoundInEvents,
  PayerAccount,
  PaymentDetail,
  PaymentsPage,
  PaymentsQuery,
} from "@/lib/payment-search/contract";
import { SessionParams } from "../params";

const PaymentParams = z.object({ session_id: idSchema("session"), transaction_id: idSchema("transaction") });
const toPaymentKey = ({
  session_id: sessionId,
  transaction_id: transactionId,
}: z.output<typeof PaymentParams>) => ({
  sessionId,
  transactionId,
});

/** Lists a page of the payments of a session that match the filters, newest first, with their totals. */
export const findPaymentsEndpoint = endpoint({
  name: "find payments of session",
  params: SessionParams,
  query: PaymentsQuery,
  status: 200,
  response: PaymentsPage,
  handle: (scope, { params, query: { before, limit, ...filters } }) =>
    findPayments(scope, params.session_id, filters, { before, limit }),
});

/** Finds payments by text in all events, newest event first. */
export const findInEventsEndpoint = endpoint({
  name: "find payments in all events",
  params: z.object({}),
  query: EventsSearchQuery,
  status: 200,
  response: FoundInEvents,
  handle: (scope, { query }) => findInEvents(scope, query),
});

/** Returns a payment with its history. The payer's account is masked. */
export const getPaymentEndpoint = endpoint({
  name: "get payment",
  params: PaymentParams,
  status: 200,
  response: PaymentDetail,
  handle: (scope, { params }) => getPayment(scope, toPaymentKey(params)),
});

/** Returns the payer's unmasked account, and records that in the audit log. */
export const revealAccountEndpoint = endpoint({
  name: "reveal account of payment",
  params: PaymentParams,
  status: 200,
  response: PayerAccount,
  handle: (scope, { params }) => revealAccount(scope, toPaymentKey(params)),
});

/** Assigns payments of a session to an operator: the listed ones, or all that match filters. Returns how many. */
export const assignPaymentsEndpoint = endpoint({
  name: "assign payments of session",
  params: SessionParams,
  body: AssignPayments,
  status: 200,
  response: AssignedPayments,
  handle: (scope, { params, body: { operator_id: operatorId, payment_ids: ids, matching } }) =>
    assignPayments(scope, {
      sessionId: params.session_id,
      operatorId,
      payments: ids ?? { matching: assertDefined(matching, "the body holds one of the two") },
    }),
});
