export { getTerminalActivity } from "./activity";
export { getTerminalDay } from "./day";
export {
  INACTIVE_AFTER_MS,
  inactiveFrom,
  listInactive,
  type PaymentCadence,
  readCadences,
} from "./inactivity";
export { listTerminals, terminalRows } from "./list";
export {
  pairDeviceOf,
  placeTerminal,
  replaceDeviceOf,
  type TerminalOf,
  unpairDeviceOf,
} from "./member-commands";
export { listTerminalsOverview } from "./overview";
export { pairDevice, replaceDevice, unpairDevice } from "./pair";
export { provisionTerminals } from "./provision";
export { type TerminalRow, toShortTerminalJson } from "./terminal-json";
