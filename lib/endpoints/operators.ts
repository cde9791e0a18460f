import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { endpoint, rowsEndpoint } from "@/lib/http/endpoint";
import {
  addOperator,
  assignOperatorOf,
  listOperators,
  listOperatorsOverview,
  listOperatorTransactions,
} from "@/lib/operators";
import { AddOperator, HandedOver, HandOver, Operator, OperatorsOverview } from "@/lib/operators/contract";
import { TerminalId } from "@/lib/terminals/contract";
import { Transaction } from "@/lib/transactions/contract";

const SessionParams = z.object({ session_id: idOf("session") });

export const addOperatorEndpoint = endpoint({
  name: "add operator to session",
  params: SessionParams,
  body: AddOperator,
  status: 201,
  response: Operator,
  handle: (scope, { params, body }) => addOperator(scope, params.session_id, body),
});

export const listOperatorsEndpoint = endpoint({
  name: "list operators of session",
  params: SessionParams,
  status: 200,
  response: z.array(Operator),
  handle: (scope, { params }) => listOperators(scope, params.session_id),
});

export const operatorTransactionsEndpoint = rowsEndpoint({
  name: "list transactions of operator",
  params: z.object({ session_id: idOf("session"), operator_id: idOf("operator") }),
  row: Transaction,
  handle: (scope, { params }) =>
    listOperatorTransactions(scope, { sessionId: params.session_id, operatorId: params.operator_id }),
});

export const operatorsOverviewEndpoint = endpoint({
  name: "overview of operators of session",
  params: SessionParams,
  status: 200,
  response: OperatorsOverview,
  handle: (scope, { params }) => listOperatorsOverview(scope, params.session_id),
});

const TerminalParams = SessionParams.extend({ terminal_id: TerminalId });

export const handOverEndpoint = endpoint({
  name: "hand over terminal",
  params: TerminalParams,
  body: HandOver,
  status: 200,
  response: HandedOver,
  handle: (scope, { params, body }) =>
    assignOperatorOf(scope, {
      sessionId: params.session_id,
      terminalId: params.terminal_id,
      operatorId: body.operator_id,
      since: body.since,
    }),
});

export const unassignTerminalEndpoint = endpoint({
  name: "take operator off terminal",
  params: TerminalParams,
  status: 200,
  response: HandedOver,
  handle: (scope, { params }) =>
    assignOperatorOf(scope, {
      sessionId: params.session_id,
      terminalId: params.terminal_id,
      operatorId: null,
    }),
});
