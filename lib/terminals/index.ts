export { getTerminalActivity } from "./activity";
export { listTerminals, terminalRows } from "./list";
export { pairDevice, replaceDevice, unpairDevice } from "./pair";
export { presentShortTerminal, type TerminalRow } from "./present";
export { provisionTerminals } from "./provision";
export { listSilent, type Rhythm, readRhythms, SILENCE_MS, silentAt } from "./silence";
