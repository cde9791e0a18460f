export { assignException } from "./assign";
export { receiveNotice } from "./receive";
export { sendTestPayment } from "./test-payment";
