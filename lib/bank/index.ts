export { provisionAccount, SANDBOX_ISSUER } from "./accounts";
export { confirmingProviders, confirmPayment } from "./confirm";
export { type Bank, findBank, listBanks, resolveBank } from "./directory";
export type {
  AccountRequest,
  BankAside,
  BankCredit,
  BankMessage,
  BankReversal,
  BankSettlement,
  BankUnreadable,
  Confirmation,
  IssuedAccount,
  Provider,
  ProviderContext,
  RawNotice,
  SimulatedCredit,
} from "./provider";
export {
  type BankNotice,
  checkBanks,
  configuredProviders,
  contextFor,
  providerNamed,
  provisioner,
  readNotice,
  receiveOnlyProviders,
  verifyingSecret,
} from "./registry";
export { isValidNuban } from "./sandbox";
