export { provisionAccount } from "./accounts";
export { confirmPayment, listConfirmingProviders } from "./confirm";
export {
  deploymentConnection,
  type LiveConnection,
  listLiveConnections,
  SANDBOX_CONNECTION,
} from "./connections";
export { parsePaymentAmount } from "./parsing/amount";
export { displayBankName } from "./parsing/bank-names";
export { BankCredit } from "./parsing/credit";
export { isSettlementDay } from "./parsing/settlement";
export {
  composeImportedSettlement,
  composeListedSettlement,
  IMPORT_EVENT,
  IMPORT_VERSION,
  LIST_EVENT,
  maskAccount,
} from "./parsing/stored-settlement";
export { isIdentity } from "./parsing/text";
export type {
  BankMessage,
  BankReversal,
  BankSettlement,
  ComposedNotification,
  Confirmation,
  ListedSettlement,
  Provider,
  RawNotification,
  SettlementCycle,
  SettlementLine,
  SettlementPayments,
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
