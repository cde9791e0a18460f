export { listDeeds } from "./list";
export { actorName, recordDeed } from "./record";
