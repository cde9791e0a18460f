export { listDeeds } from "./list";
export { actorName, actorOf, recordDeed } from "./record";
