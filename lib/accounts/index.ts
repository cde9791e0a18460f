export { attachAccount } from "./attach";
export { attachListedAccount } from "./attach-listed";
export { closeDueAccounts } from "./close-due";
export { listAccountChoices, listAttachableConnections } from "./list-choices";
export { startAccountClosing, stopAccountClosing } from "./poll";
export { requireAccountWithinQuota, setAccountQuota, withReservedAccount } from "./quota";
export { listClosures, type OpenAccount, readClosure } from "./read-closures";
export { scheduleClosure } from "./schedule-closure";
