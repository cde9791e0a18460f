export { recordDeed } from "./record";
