export { acceptSettlement } from "./accept";
export { assignException } from "./assign";
export { dispatch } from "./dispatch";
export {
  listNotifications,
  reprocessNotification,
  showNotification,
} from "./notifications";
export { receiveBankNotification } from "./receive";
export { sendTestPayment } from "./test-payment";
