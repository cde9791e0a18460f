export { provisionAccount } from "./accounts";
export { confirmPayment, listConfirmingProviders } from "./confirm";
export {
  deploymentConnection,
  findLiveConnection,
  isOrganisationsConnection,
  listLiveConnections,
  SANDBOX_CONNECTION,
} from "./connections";
export {
  decryptCredentials,
  encryptCredentials,
  type StoredCredentials,
} from "./connections/credentials";
export { connectionBodyLimit, readConnectionNotification } from "./connections/notifications";
export { BankShare } from "./connections/share";
export { findStoredConnection, isAvailable } from "./connections/stored";
export { parsePaymentAmount } from "./parsing/amount";
export { displayBankName } from "./parsing/bank-names";
export { BankCredit } from "./parsing/credit";
export { isSettlementDay } from "./parsing/settlement";
export { composeImportedSettlement, IMPORT_EVENT, IMPORT_VERSION } from "./parsing/settlement-import";
export { isIdentity } from "./parsing/text";
export type {
  BankMessage,
  BankReversal,
  BankSettlement,
  ComposedNotification,
  Confirmation,
  Provider,
  RawNotification,
  SettlementLine,
  SimulatedCredit,
} from "./provider";
export {
  bankBodyLimit,
  configuredProviders,
  getProvider,
  issuesAccounts,
  readNotification,
  receiveOnlyProviders,
  requestContext,
  validateBankSettings,
  verifyingSecret,
} from "./registry";
export { readCredit, readStoredMessage } from "./stored";
