export { renderMetrics, startMetrics } from "./render";
