// The texts of accounts: those that the first scripts of the live page do not use.
import { formatCountWithNoun } from "@/lib/core/format/count";

// account-choices
export const countAccounts = (count: number | bigint) => formatCountWithNoun(count, "account");
export const theAccountsCannotBeListed = "The accounts cannot be listed.";
export const theBankListsNoAccounts = "The bank lists no accounts";
export const openOneAtTheBank = "Open one at the bank first, or ask the operator of the service.";
export const searchAccounts = "Search accounts";
export const numberBankOrName = "Number, bank or name";
export const noAccountAtTheBankMatches = "No account at the bank matches.";
export const searchingTheBanksList = "Searching the bank's list…";
export const showMore = "Show more";
export const loadingTheBanksAccounts = "Loading the bank's accounts";
export const theBanksAccountsDidNotLoad = "The bank's accounts did not load.";
export const tryAgain = "Try again";

// account-dialog
export const collectionAccount = "Collection account";
export const transfersToItArePaymentsOf = (name: string) => `Transfers to it are payments of ${name}.`;

// account-list
export const accountsAtTheBank = "Accounts at the bank";
export const closedAtTheBank = "Closed at the bank";
export const inUseBy = (event: string) => `In use by ${event}`;
export const anotherEvent = "another event";

// account-panel
export const accountNumber = "account number";
export const testDoNotPay = (name: string) => `TEST, do not pay. ${name}`;
export const payByTransferTo = (
  name: string,
  bankName: string,
  accountNumber: string,
  namePayersSee: string,
) => `${name}
Pay by transfer to ${bankName}, ${accountNumber} (${namePayersSee}).`;
export const payersSee = "Payers see ";
export const copy = "Copy";
export const shareOnWhatsApp = "Share on WhatsApp";
export const printAPoster = "Print a poster";

// attach-dialog
export const attachAnAccount = "Attach an account";
export const theAccountIsAttached = "The account is attached. Payments to it now belong to this event.";
export const chooseAnExistingAccount =
  "Choose an account that your organisation has at its bank. Payments to it belong to this event while the event is open. It is never closed at the bank.";
export const attachAccount = "Attach account";
export const theAccountWasNotAttached = "The account was not attached.";
export const theBankConnectionsDidNotLoad = "The bank connections did not load";
export const yourOrganisationHasNoBankConnection = "Your organisation has no bank connection";
export const ownersAddBankConnections = "An owner adds one under Settings, Bank connections.";
export const bankConnection = "Bank connection";
