import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { PageQuery } from "@/lib/core/page";
import { endpoint, rowsEndpoint } from "@/lib/http/endpoint";
import { getTerminalActivity, listTerminals } from "@/lib/terminals";
import { Terminal, TerminalActivity, TerminalId } from "@/lib/terminals/contract";
import { Transaction } from "@/lib/transactions/contract";

export const listTerminalsEndpoint = endpoint({
  name: "list terminals of session",
  params: z.object({ session_id: idOf("session") }),
  status: 200,
  response: z.array(Terminal),
  handle: (scope, { params }) => listTerminals(scope, params.session_id),
});

export const terminalActivityEndpoint = rowsEndpoint({
  name: "get activity of terminal",
  params: z.object({ session_id: idOf("session"), terminal_id: TerminalId }),
  query: z.object(PageQuery),
  head: TerminalActivity,
  member: "transactions",
  row: Transaction,
  handle: (scope, { params, query }) =>
    getTerminalActivity(scope, { sessionId: params.session_id, terminalId: params.terminal_id, ...query }),
});
