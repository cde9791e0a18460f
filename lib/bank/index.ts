export { provisionAccount } from "./accounts";
export { confirmPayment, listConfirmingProviders } from "./confirm";
export {
  deploymentConnection,
  findLiveConnection,
  type LiveConnection,
  SANDBOX_CONNECTION,
} from "./connections";
export { parsePaymentAmount } from "./parsing/amount";
export { displayBankName } from "./parsing/bank-names";
export { BankCredit } from "./parsing/credit";
export { isSettlementDay } from "./parsing/settlement";
export { composeImportedSettlement, IMPORT_EVENT, IMPORT_VERSION } from "./parsing/settlement-import";
export { isIdentity } from "./parsing/text";
export type {
  BankMessage,
  BankRefund,
  BankReversal,
  BankSettlement,
  ComposedNotification,
  Confirmation,
  Provider,
  RawNotification,
  RefundRequest,
  SettlementLine,
  SimulatedCredit,
} from "./provider";
export {
  bankBodyLimit,
  configuredProviders,
  getProvider,
  readNotification,
  receiveOnlyProviders,
  validateBankSettings,
  verifyingSecret,
} from "./registry";
export { readCredit, readStoredMessage } from "./stored";
