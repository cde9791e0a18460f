export { startPaymentConfirmation, stopPaymentConfirmation } from "./confirmation/poll";
export { creditColumnNames } from "./credit-columns";
export { type EventBodyRow, serializeEventBody } from "./event";
export { getTransaction } from "./get";
export { listTransactions } from "./list";
export { type PaymentRow, paymentRows, toPaymentJson } from "./payment-row";
export { getRecordingWait } from "./recording/batch";
export { recordCredit } from "./recording/record";
export type { RecordableCredit } from "./recording/recording-row";
export {
  destinationConnectionId,
  isAmountUnproven,
  plausiblePaidAt,
} from "./recording/recording-row";
export { recordWithReview } from "./recording/reviewed-recording";
export { type TransactionRow, toTransactionJson, transactionColumns } from "./rows";
