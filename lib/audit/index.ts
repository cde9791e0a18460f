export { listDeeds } from "./list";
export { actorOf, recordDeed } from "./record";
