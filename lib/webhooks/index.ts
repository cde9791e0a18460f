export { SendingReport } from "./contract";
export { deliverDue } from "./deliver";
export { nudge, startSender, stopSender } from "./nudge";
