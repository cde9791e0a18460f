export { closeSession } from "./close";
export { getClosingFacts } from "./closing";
export { createSession } from "./create";
export { getEvent } from "./event";
export { getSession } from "./get";
export { listEvents } from "./list";
export { setVenue } from "./venue";
export { countWaiting } from "./waiting";
