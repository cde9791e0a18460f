export { provisionAccount, SANDBOX_ISSUER } from "./accounts";
export { confirmingProviders, confirmPayment } from "./confirm";
export { shownBank } from "./directory";
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
  checkBanks,
  configuredProviders,
  providerNamed,
  readNotice,
  readStored,
  receiveOnlyProviders,
  verifyingSecret,
} from "./registry";
