export { decideRefund } from "./decide";
export { listPaymentRefunds, listRefundQueue } from "./list";
export { startRefunds, stopRefunds } from "./loop";
export { processDueRefunds } from "./process";
export { markRefunded, requestRefund } from "./request";
export { toRefundJson } from "./row";
export { allowDeploymentRefunds, getRefundSettings, setRefundApproval } from "./settings";
