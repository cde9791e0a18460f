export { provisionAccount } from "./accounts";
export {
  deploymentConnection,
  findLiveConnection,
  type LiveConnection,
  listLiveConnections,
  SANDBOX_CONNECTION,
} from "./connections";
export { parsePaymentAmount } from "./parsing/amount";
export { displayBankName, resolveBank } from "./parsing/bank-names";
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
  ListedPayment,
  ListedSettlement,
  Provider,
  RawNotification,
  SettlementCycle,
  SettlementLine,
  SettlementPayments,
  SimulatedCredit,
} from "./provider";
export { closeAccountAtBank } from "./queries/close-account";
export { confirmPayment, isConfirmationWanted } from "./queries/confirm";
export { leaseConnection, leaseHolder, releaseLeases } from "./queries/lease";
export { listPage } from "./queries/list";
export { pausedUntil } from "./queries/pacing";
export {
  bankBodyLimit,
  configuredProviders,
  getProvider,
  readNotification,
  receiveOnlyProviders,
  validateBankSettings,
  verifyingSecret,
} from "./registry";
export { isListedVersion, listedVersion, readCredit, readStoredMessage } from "./stored";
