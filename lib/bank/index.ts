export { provisionAccount } from "./accounts";
export { displayBankName } from "./parsing/bank-names";
export { confirmPayment, listConfirmingProviders } from "./confirm";
export { deploymentConnection, SANDBOX_CONNECTION } from "./connections";
export type {
  BankCredit,
  BankMessage,
  BankReversal,
  BankSettlement,
  ComposedNotification,
  Confirmation,
  Provider,
  RawNotification,
  SettlementLine,
  SimulatedCredit,
  SimulatedSettlement,
  UnreadableLine,
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
