export { getTerminalActivity } from "./activity";
export { pairDeviceOf, placeTerminal, replaceDeviceOf, type TerminalOf, unpairDeviceOf } from "./change";
export { getTerminalDay } from "./day";
export { listTerminals, terminalRows } from "./list";
export { listTerminalsOverview } from "./overview";
export { pairDevice, replaceDevice, unpairDevice } from "./pair";
export { presentShortTerminal, type TerminalRow } from "./present";
export { provisionTerminals } from "./provision";
export { listSilent, type Rhythm, readRhythms, SILENCE_MS, silentAt } from "./silence";
