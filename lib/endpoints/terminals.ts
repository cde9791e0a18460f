import { z } from "zod";
import { PageQuery } from "@/lib/core/pagination";
import { parseProvider } from "@/lib/devices";
import { endpoint, rowsEndpoint } from "@/lib/http/endpoint";
import {
  getTerminalActivity,
  getTerminalDay,
  listTerminals,
  listTerminalsOverview,
  pairDevice,
  replaceDevice,
  setTerminalLocation,
  type TerminalReference,
  unpairDevice,
} from "@/lib/terminals";
import {
  Device,
  PairedDevice,
  Terminal,
  TerminalActivity,
  TerminalDay,
  TerminalLocation,
  TerminalsOverview,
} from "@/lib/terminals/contract";
import { Transaction } from "@/lib/transactions/contract";
import { SessionParams, TerminalParams } from "./params";

const toTerminalKey = (params: z.output<typeof TerminalParams>): TerminalReference => ({
  sessionId: params.session_id,
  terminalId: params.terminal_id,
});

const toDeviceInput = ({ device, provider }: z.output<typeof Device>) => ({
  device,
  provider: provider === undefined ? undefined : parseProvider(provider),
});

/** Lists the terminals of a session. */
export const listTerminalsEndpoint = endpoint({
  name: "list terminals of session",
  docs: {
    operationId: "listTerminals",
    tag: "Terminals",
    section: "4.7",
    summary: "List the terminals of a session",
    description: "Returns the terminals in the order of their labels.",
  },
  params: SessionParams,
  status: 200,
  response: z.array(Terminal),
  handle: (scope, { params }) => listTerminals(scope, params.session_id),
});

/** Returns the totals of a terminal and a page of its transactions. */
export const terminalActivityEndpoint = rowsEndpoint({
  name: "get activity of terminal",
  docs: {
    operationId: "getTerminalActivity",
    tag: "Terminals",
    section: "4.8",
    summary: "Read a terminal's totals and transactions",
    description:
      "Returns the totals of a terminal over all its transactions, and a page of them, most recent first.",
  },
  params: TerminalParams,
  query: z.object(PageQuery),
  head: TerminalActivity,
  member: "transactions",
  row: Transaction,
  handle: (scope, { params, query }) => getTerminalActivity(scope, { ...toTerminalKey(params), ...query }),
});

/** Returns the terminals of a session with their totals, operators and devices. */
export const terminalsOverviewEndpoint = endpoint({
  name: "overview of terminals of session",
  params: SessionParams,
  status: 200,
  response: TerminalsOverview,
  handle: (scope, { params }) => listTerminalsOverview(scope, params.session_id),
});

/** Returns a terminal's payments in time buckets, with its operators and devices, latest first. */
export const getTerminalDayEndpoint = endpoint({
  name: "get day of terminal",
  params: TerminalParams,
  status: 200,
  response: TerminalDay,
  handle: (scope, { params }) => getTerminalDay(scope, toTerminalKey(params)),
});

/** Sets the location of a terminal; an empty text removes it. Returns it. */
export const setTerminalLocationEndpoint = endpoint({
  name: "set location of terminal",
  params: TerminalParams,
  body: TerminalLocation,
  status: 200,
  response: TerminalLocation,
  handle: (scope, { params, body }) => setTerminalLocation(scope, { ...toTerminalKey(params), ...body }),
});

/** Pairs a device of the organisation with a terminal. */
export const pairDeviceEndpoint = endpoint({
  name: "pair device with terminal",
  params: TerminalParams,
  body: Device,
  status: 201,
  response: PairedDevice,
  handle: (scope, { params, body }) =>
    pairDevice(scope, { ...toTerminalKey(params), ...toDeviceInput(body) }),
});

/** Ends the pairing of a terminal and pairs another device, in one step. */
export const replaceDeviceEndpoint = endpoint({
  name: "replace device of terminal",
  params: TerminalParams,
  body: Device,
  status: 200,
  response: PairedDevice,
  handle: (scope, { params, body }) =>
    replaceDevice(scope, { ...toTerminalKey(params), ...toDeviceInput(body) }),
});

/** Ends the pairing of a terminal. Returns the number ended. */
export const unpairDeviceEndpoint = endpoint({
  name: "unpair device of terminal",
  params: TerminalParams,
  status: 200,
  response: z.object({ ended: z.int() }),
  handle: (scope, { params }) => unpairDevice(scope, toTerminalKey(params)),
});
