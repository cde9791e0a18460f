export * from "./deliveries";
export * from "./notices";
export * from "./operators";
export * from "./organisations";
export * from "./sessions";
export * from "./terminals";
export * from "./totals";
export * from "./transactions";
