import { z } from "zod";
import { notFound } from "@/lib/core/errors/errors";
import { idSchema, isId } from "@/lib/core/ids";
import {
  createExpectedPayment,
  findExpectedPayments,
  getExpectedPayment,
  listExpectedPayments,
} from "@/lib/expected-payments";
import {
  CreateExpectedPayment,
  ExpectedPayment,
  ExpectedPaymentsPage,
  ExpectedPaymentsPageQuery,
  ExpectedPaymentsQuery,
} from "@/lib/expected-payments/contract";
import { endpoint, rowsEndpoint } from "@/lib/http/endpoint";
import { SessionParams } from "../params";

/** Creates an expected payment of a session. */
export const createExpectedPaymentEndpoint = endpoint({
  name: "create expected payment",
  docs: {
    operationId: "createExpectedPayment",
    tag: "Expected payments",
    summary: "Create an expected payment",
    description:
      "Expects the payment of an order. It is matched by its reference in the narration; by amount only if the request asks for it, and then on an amount that no other payment has by chance.",
    errors: ["not_found", "conflict"],
  },
  params: z.object({}),
  body: CreateExpectedPayment,
  status: 201,
  response: ExpectedPayment,
  handle: (scope, { body }, _headers, write) => createExpectedPayment(scope, body, write),
});

/** Lists the expected payments of a session, most recent first, in a page of any length. */
export const listExpectedPaymentsEndpoint = rowsEndpoint({
  name: "list expected payments of session",
  docs: {
    operationId: "listExpectedPayments",
    tag: "Expected payments",
    summary: "List the expected payments of a session",
    description:
      "Returns a page of the expected payments, most recent first; with `status` only those that have it now.",
    errors: ["not_found"],
  },
  params: z.object({}),
  query: ExpectedPaymentsQuery,
  row: ExpectedPayment,
  handle: async (scope, { query: { session_id: sessionId, ...page } }) => {
    if (!isId("session", sessionId)) throw notFound("session");
    return listExpectedPayments(scope, { sessionId, ...page });
  },
});

/** Returns an expected payment. */
export const getExpectedPaymentEndpoint = endpoint({
  name: "get expected payment",
  docs: {
    operationId: "getExpectedPayment",
    tag: "Expected payments",
    summary: "Read an expected payment",
    description: "Returns an expected payment with its current status.",
  },
  params: z.object({ expected_payment_id: idSchema("expectedPayment") }),
  status: 200,
  response: ExpectedPayment,
  handle: (scope, { params }) => getExpectedPayment(scope, params.expected_payment_id),
});

/** Returns a page of a session's expected payments for the dashboard, with the totals of each status. */
export const expectedPaymentsPageEndpoint = endpoint({
  name: "page of expected payments of session",
  params: SessionParams,
  query: ExpectedPaymentsPageQuery,
  status: 200,
  response: ExpectedPaymentsPage,
  handle: (scope, { params, query }) => findExpectedPayments(scope, params.session_id, query),
});
