export { closeLive, getLive, parseSeen, watchSession } from "./watch";
