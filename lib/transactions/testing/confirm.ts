export { confirmDue } from "../confirm";
