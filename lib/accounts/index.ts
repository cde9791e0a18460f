export { attachAccount } from "./attach";
export { closeDueAccounts } from "./close-due";
export { startAccountClosing, stopAccountClosing } from "./poll";
export { listClosures, type OpenAccount, readClosure } from "./read-closures";
export { scheduleClosure } from "./schedule-closure";
