export { closeSession } from "./close";
export { createSession } from "./create";
export { getSession } from "./get";
