export { listDeeds } from "./list";
export { recordDeed } from "./record";
