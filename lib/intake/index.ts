export { acceptSettlement } from "./accept";
export { assignException } from "./assign";
export {
  listNotifications,
  reprocessNotification,
  showNotification,
} from "./notifications";
export { receiveBankNotification } from "./receive";
export { sendTestPayment } from "./test-payment";
