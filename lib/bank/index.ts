export { provisionAccount } from "./accounts";
export { shownBank } from "./bank-names";
export { confirmingProviders, confirmPayment } from "./confirm";
export { deploymentConnection, SANDBOX_CONNECTION } from "./connections";
export type {
  BankCredit,
  BankMessage,
  BankReversal,
  BankSettlement,
  ComposedNotice,
  Confirmation,
  Provider,
  RawNotice,
  SettlementLine,
  SimulatedCredit,
  SimulatedSettlement,
  UnreadableLine,
} from "./provider";
export {
  bankBodyLimit,
  checkBanks,
  configuredProviders,
  providerNamed,
  readNotice,
  receiveOnlyProviders,
  verifyingSecret,
} from "./registry";
export { readCredit, readStoredMessage } from "./stored";
