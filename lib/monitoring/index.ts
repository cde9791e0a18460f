export { renderMetrics, startMetrics } from "./render";
export { collectForWorkers } from "./workers";
