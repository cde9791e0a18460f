import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { dismissException, getOwnException, listOwnExceptions } from "@/lib/exceptions";
import {
  ExceptionAssignment,
  ExceptionDecision,
  ExceptionRow,
  ExceptionsPage,
  ExceptionsQuery,
} from "@/lib/exceptions/contract";
import { endpoint } from "@/lib/http/endpoint";
import { acceptSettlement, assignException } from "@/lib/intake";
import { SessionParams } from "../params";

const ExceptionParams = SessionParams.extend({ exception_id: idSchema("exception") });

/** Lists a page of the exceptions of a session and of those without a session, newest first. */
export const listExceptionsEndpoint = endpoint({
  name: "list exceptions of session",
  params: SessionParams,
  query: ExceptionsQuery,
  status: 200,
  response: ExceptionsPage,
  handle: (scope, { params, query }) => listOwnExceptions(scope, params.session_id, query),
});

/** Returns an exception of a session. */
export const getExceptionEndpoint = endpoint({
  name: "get exception",
  params: ExceptionParams,
  status: 200,
  response: ExceptionRow,
  handle: (scope, { params }) => getOwnException(scope, params.session_id, params.exception_id),
});

/** Records the payment of an exception in a session. Returns the id of the transaction. */
export const assignExceptionEndpoint = endpoint({
  name: "assign exception",
  params: ExceptionParams,
  body: ExceptionAssignment,
  status: 200,
  response: z.object({ transaction_id: idSchema("transaction") }),
  handle: async (scope, { params, body }) => {
    await getOwnException(scope, params.session_id, params.exception_id);
    const request = { exceptionId: params.exception_id, sessionId: body.to_session_id };
    return { transaction_id: (await assignException(scope, request)).transactionId };
  },
});

/** Resolves an exception without a transaction: accepts its settlement line, or dismisses it with a note. */
export const decideExceptionEndpoint = endpoint({
  name: "resolve exception",
  params: ExceptionParams,
  body: ExceptionDecision,
  status: 200,
  response: ExceptionDecision,
  handle: async (scope, { params, body }) => {
    await getOwnException(scope, params.session_id, params.exception_id);
    const request = { exceptionId: params.exception_id, note: body.note };
    if (body.resolution === "accepted") await acceptSettlement(scope, request);
    else await dismissException(scope, { ...request, resolution: body.resolution });
    return body;
  },
});
