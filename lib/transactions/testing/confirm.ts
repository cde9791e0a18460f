export { confirmDuePayments } from "../confirmation/confirm-due";
