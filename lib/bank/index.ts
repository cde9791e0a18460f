export { provisionAccount } from "./accounts";
export { COMPOSED_VERSION } from "./composed/parse";
export {
  composeStatedReversal,
  STATED_REVERSAL_EVENT,
  type StatedReversal,
  toReversal,
} from "./composed/reversal";
export {
  composeImportedSettlement,
  composeListedSettlement,
  IMPORT_EVENT,
  LIST_EVENT,
  maskAccount,
} from "./composed/settlement";
export {
  deploymentConnection,
  findLiveConnection,
  isOrganisationsConnection,
  type LiveConnection,
  listLiveConnections,
  SANDBOX_CONNECTION,
} from "./connections";
export {
  decryptCredentials,
  encryptCredentials,
  type StoredCredentials,
} from "./connections/credentials";
export { findDeploymentIssuer } from "./connections/issuer";
export { connectionBodyLimit, readConnectionNotification } from "./connections/notifications";
export { BankShare } from "./connections/share";
export { findStoredConnection, isAvailable } from "./connections/stored";
export { parsePaymentAmount } from "./parsing/amount";
export { displayBankName, resolveBank } from "./parsing/bank-names";
export { BankCredit, isSamePayment, type StatedPayment } from "./parsing/credit";
export { composeErasedBody, ERASED_PAYER, originalDigest } from "./parsing/erased-body";
export { isSettlementDay } from "./parsing/settlement";
export { isIdentity } from "./parsing/text";
export type {
  BankMessage,
  BankRefund,
  BankReversal,
  BankSettlement,
  ComposedNotification,
  Confirmation,
  ListedPayment,
  ListedSettlement,
  Provider,
  RawNotification,
  RefundRequest,
  SettlementCycle,
  SettlementHead,
  SettlementLine,
  SettlementPayments,
  SimulatedCredit,
} from "./provider";
export { closeAccountAtBank } from "./queries/close-account";
export { confirmPayment, isConfirmationWanted } from "./queries/confirm";
export { leaseConnection, leaseHolder, releaseLeases } from "./queries/lease";
export { listPage } from "./queries/list";
export { findAccountAtBank, listAccountsAtBank } from "./queries/list-accounts";
export { pausedUntil, runPaced } from "./queries/pacing";
export { findRefusal } from "./refusals";
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
export { isListedVersion, listedVersion, readCredit, readStoredMessage } from "./stored";
