export { type Backup, createBackup } from "./create";
export { type Restoration, restoreBackup } from "./restore";
export type { Sum } from "./sums";
