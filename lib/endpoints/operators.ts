import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint, rowsEndpoint } from "@/lib/http/endpoint";
import {
  addOperator,
  assignOperator,
  listOperators,
  listOperatorsOverview,
  listOperatorTransactions,
} from "@/lib/operators";
import { AddOperator, HandOver, HandOverResult, Operator, OperatorsOverview } from "@/lib/operators/contract";
import { Transaction } from "@/lib/transactions/contract";
import { SessionParams, TerminalParams } from "./params";

/** Adds an operator to a session. */
export const addOperatorEndpoint = endpoint({
  name: "add operator to session",
  docs: {
    operationId: "addOperator",
    tag: "Operators",
    section: "4.4",
    summary: "Add an operator",
    description:
      "Adds a cashier or another member of the gate staff to a session, so that transactions can be linked to them.",
  },
  params: SessionParams,
  body: AddOperator,
  status: 201,
  response: Operator,
  handle: (scope, { params, body }, _headers, write) => addOperator(scope, params.session_id, body, write),
});

/** Lists the operators of a session. */
export const listOperatorsEndpoint = endpoint({
  name: "list operators of session",
  docs: {
    operationId: "listOperators",
    tag: "Operators",
    section: "4.5",
    summary: "List the operators of a session",
    description: "Returns all operators, oldest first.",
  },
  params: SessionParams,
  status: 200,
  response: z.array(Operator),
  handle: (scope, { params }) => listOperators(scope, params.session_id),
});

/** Lists all transactions of an operator. */
export const operatorTransactionsEndpoint = rowsEndpoint({
  name: "list transactions of operator",
  docs: {
    operationId: "listOperatorTransactions",
    tag: "Operators",
    section: "4.6",
    summary: "List the transactions of an operator",
    description:
      "Returns all transactions linked to an operator, most recent first. A terminal's payment is linked to the operator who was assigned to the terminal at the time of payment.",
  },
  params: SessionParams.extend({ operator_id: idSchema("operator") }),
  row: Transaction,
  handle: (scope, { params }) =>
    listOperatorTransactions(scope, { sessionId: params.session_id, operatorId: params.operator_id }),
});

/** Returns the operators of a session with their totals and terminals. */
export const operatorsOverviewEndpoint = endpoint({
  name: "overview of operators of session",
  params: SessionParams,
  status: 200,
  response: OperatorsOverview,
  handle: (scope, { params }) => listOperatorsOverview(scope, params.session_id),
});

/** Assigns a terminal to an operator, from now on or since a past time; its payments since then move along. */
export const assignTerminalEndpoint = endpoint({
  name: "hand over terminal",
  params: TerminalParams,
  body: HandOver,
  status: 200,
  response: HandOverResult,
  handle: (scope, { params, body }) =>
    assignOperator(scope, {
      sessionId: params.session_id,
      terminalId: params.terminal_id,
      operatorId: body.operator_id,
      from: body.since,
    }),
});

/** Unassigns a terminal from now on. */
export const unassignTerminalEndpoint = endpoint({
  name: "unassign terminal",
  params: TerminalParams,
  status: 200,
  response: HandOverResult,
  handle: (scope, { params }) =>
    assignOperator(scope, {
      sessionId: params.session_id,
      terminalId: params.terminal_id,
      operatorId: null,
    }),
});
