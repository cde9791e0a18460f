export { type Backup, createBackup } from "./create";
export { type Restoration, restoreBackup } from "./restore";
export { getScheduleState, type ScheduleState } from "./schedule-state";
export { startScheduledBackups, stopScheduledBackups } from "./scheduled/loop";
export type { Sum } from "./sums";
