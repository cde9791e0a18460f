export { canSendMail, type Mail, MailRejected, sendMail } from "./send";
