export { compareEvents } from "./compare";
