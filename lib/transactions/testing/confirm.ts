export { confirmDuePayments } from "../payment-confirmation";
