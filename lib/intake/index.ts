export { acceptSettlement } from "./accept";
export { assignException } from "./assign";
export { dispatch } from "./dispatch";
export {
  listNotifications,
  reprocessNotification,
  showNotification,
} from "./notifications";
export { type ReceiptResult, receiveBankNotification, receiveConnectionNotification } from "./receive";
export { sendTestPayment } from "./test-payment";
export { processUnrelatedPayments } from "./unrelated";
