export { confirmDue } from "../payment-confirmation";
