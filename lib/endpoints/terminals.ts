import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { PageQuery } from "@/lib/core/page";
import { parseProvider } from "@/lib/devices";
import { endpoint, rowsEndpoint } from "@/lib/http/endpoint";
import {
  getTerminalActivity,
  getTerminalDay,
  listTerminals,
  listTerminalsOverview,
  pairDeviceOf,
  placeTerminal,
  replaceDeviceOf,
  type TerminalOf,
  unpairDeviceOf,
} from "@/lib/terminals";
import {
  Device,
  PairedDevice,
  Place,
  Terminal,
  TerminalActivity,
  TerminalDay,
  TerminalId,
  TerminalsOverview,
} from "@/lib/terminals/contract";
import { Transaction } from "@/lib/transactions/contract";

const TerminalParams = z.object({ session_id: idOf("session"), terminal_id: TerminalId });

const terminalOf = (params: z.output<typeof TerminalParams>): TerminalOf => ({
  sessionId: params.session_id,
  terminalId: params.terminal_id,
});

const deviceIn = ({ device, provider }: z.output<typeof Device>) => ({
  device,
  provider: provider === undefined ? undefined : parseProvider(provider),
});

export const listTerminalsEndpoint = endpoint({
  name: "list terminals of session",
  params: z.object({ session_id: idOf("session") }),
  status: 200,
  response: z.array(Terminal),
  handle: (scope, { params }) => listTerminals(scope, params.session_id),
});

export const terminalActivityEndpoint = rowsEndpoint({
  name: "get activity of terminal",
  params: TerminalParams,
  query: z.object(PageQuery),
  head: TerminalActivity,
  member: "transactions",
  row: Transaction,
  handle: (scope, { params, query }) => getTerminalActivity(scope, { ...terminalOf(params), ...query }),
});

export const terminalsOverviewEndpoint = endpoint({
  name: "overview of terminals of session",
  params: z.object({ session_id: idOf("session") }),
  status: 200,
  response: TerminalsOverview,
  handle: (scope, { params }) => listTerminalsOverview(scope, params.session_id),
});

export const terminalDayEndpoint = endpoint({
  name: "day of terminal",
  params: TerminalParams,
  status: 200,
  response: TerminalDay,
  handle: (scope, { params }) => getTerminalDay(scope, terminalOf(params)),
});

export const placeTerminalEndpoint = endpoint({
  name: "place terminal",
  params: TerminalParams,
  body: Place,
  status: 200,
  response: Place,
  handle: (scope, { params, body }) => placeTerminal(scope, { ...terminalOf(params), ...body }),
});

export const pairDeviceEndpoint = endpoint({
  name: "pair device with terminal",
  params: TerminalParams,
  body: Device,
  status: 201,
  response: PairedDevice,
  handle: (scope, { params, body }) => pairDeviceOf(scope, { ...terminalOf(params), ...deviceIn(body) }),
});

export const replaceDeviceEndpoint = endpoint({
  name: "replace device of terminal",
  params: TerminalParams,
  body: Device,
  status: 200,
  response: PairedDevice,
  handle: (scope, { params, body }) => replaceDeviceOf(scope, { ...terminalOf(params), ...deviceIn(body) }),
});

export const unpairDeviceEndpoint = endpoint({
  name: "unpair device of terminal",
  params: TerminalParams,
  status: 200,
  response: z.object({ ended: z.int() }),
  handle: (scope, { params }) => unpairDeviceOf(scope, terminalOf(params)),
});
