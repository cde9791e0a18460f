export { getTerminalActivity } from "./activity";
export { getTerminalDay } from "./day";
export {
  inactiveFrom,
  listInactive,
  type PaymentCadence,
  readCadences,
} from "./inactivity";
export { listTerminalRows, listTerminals } from "./list";
export { setTerminalLocation } from "./location";
export { listTerminalsOverview } from "./overview";
export { pairDevice, replaceDevice, type TerminalReference, unpairDevice } from "./pair";
export { provisionTerminals } from "./provision";
export { type TerminalRow, toShortTerminalJson } from "./terminal-json";
