export { createPaymentPage, getPaymentPage, revokePaymentPage } from "./links";
export { findPaymentPage, type PublicEvent } from "./public-event";
