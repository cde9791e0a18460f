export { SendingReport } from "./contract";
export { deliverDue } from "./deliver";
export { endpointId, ensureEndpoint } from "./endpoint";
export { nudge, startSender, stopSender } from "./nudge";
