export { provisionAccount, SANDBOX_ISSUER } from "./accounts";
export { confirmingProviders, confirmPayment } from "./confirm";
export { shownBank } from "./directory";
export type {
  BankCredit,
  BankMessage,
  BankSettlement,
  ComposedNotice,
  Confirmation,
  Provider,
  RawNotice,
  SimulatedCredit,
  SimulatedSettlement,
} from "./provider";
export {
  checkBanks,
  configuredProviders,
  providerNamed,
  readNotice,
  receiveOnlyProviders,
  verifyingSecret,
} from "./registry";
