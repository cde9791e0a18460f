import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { PageQuery } from "@/lib/core/pagination";
import { parseProvider } from "@/lib/devices";
import { endpoint, rowsEndpoint } from "@/lib/http/endpoint";
import {
  getTerminalActivity,
  getTerminalDay,
  listTerminals,
  listTerminalsOverview,
  pairOwnDevice,
  replaceOwnDevice,
  setTerminalLocation,
  type TerminalReference,
  unpairOwnDevice,
} from "@/lib/terminals";
import {
  Device,
  PairedDevice,
  Terminal,
  TerminalActivity,
  TerminalDay,
  TerminalId,
  TerminalLocation,
  TerminalsOverview,
} from "@/lib/terminals/contract";
import { Transaction } from "@/lib/transactions/contract";

const TerminalParams = z.object({ session_id: idSchema("session"), terminal_id: TerminalId });

const toTerminalKey = (params: z.output<typeof TerminalParams>): TerminalReference => ({
  sessionId: params.session_id,
  terminalId: params.terminal_id,
});

const toDeviceInput = ({ device, provider }: z.output<typeof Device>) => ({
  device,
  provider: provider === undefined ? undefined : parseProvider(provider),
});

export const listTerminalsEndpoint = endpoint({
  name: "list terminals of session",
  params: z.object({ session_id: idSchema("session") }),
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
  handle: (scope, { params, query }) => getTerminalActivity(scope, { ...toTerminalKey(params), ...query }),
});

export const terminalsOverviewEndpoint = endpoint({
  name: "overview of terminals of session",
  params: z.object({ session_id: idSchema("session") }),
  status: 200,
  response: TerminalsOverview,
  handle: (scope, { params }) => listTerminalsOverview(scope, params.session_id),
});

export const getTerminalDayEndpoint = endpoint({
  name: "get day of terminal",
  params: TerminalParams,
  status: 200,
  response: TerminalDay,
  handle: (scope, { params }) => getTerminalDay(scope, toTerminalKey(params)),
});

export const setTerminalLocationEndpoint = endpoint({
  name: "set location of terminal",
  params: TerminalParams,
  body: TerminalLocation,
  status: 200,
  response: TerminalLocation,
  handle: (scope, { params, body }) => setTerminalLocation(scope, { ...toTerminalKey(params), ...body }),
});

export const pairDeviceEndpoint = endpoint({
  name: "pair device with terminal",
  params: TerminalParams,
  body: Device,
  status: 201,
  response: PairedDevice,
  handle: (scope, { params, body }) =>
    pairOwnDevice(scope, { ...toTerminalKey(params), ...toDeviceInput(body) }),
});

export const replaceDeviceEndpoint = endpoint({
  name: "replace device of terminal",
  params: TerminalParams,
  body: Device,
  status: 200,
  response: PairedDevice,
  handle: (scope, { params, body }) =>
    replaceOwnDevice(scope, { ...toTerminalKey(params), ...toDeviceInput(body) }),
});

export const unpairDeviceEndpoint = endpoint({
  name: "unpair device of terminal",
  params: TerminalParams,
  status: 200,
  response: z.object({ ended: z.int() }),
  handle: (scope, { params }) => unpairOwnDevice(scope, toTerminalKey(params)),
});
