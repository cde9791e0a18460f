export { canSendMail, sendMail } from "./send";
