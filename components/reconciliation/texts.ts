import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of reconciliation.

// exception-choices
export const afterTheEventClosed = (duration: string) => `${duration} after the event closed`;
export const reportedAfterTheEventClosed = (duration: string) =>
  `Reported ${duration} after the event closed`;

// exception-comparison
export const ourLedger = "Our ledger";
export const payment = "Payment";
export const theBanksNotification = "The bank’s notification";
export const from = "From";
export const amount = "Amount";
export const itSays = "It says";
export const itCameFrom = "It came from ";
export const andContainsNoReadablePayment = " and contains no readable payment.";
export const notRecordedYet = "Not recorded yet.";
export const eventLabel = "Event";
export const none = "None";
export const payer = "Payer";
export const bank = "Bank";
export const channel = "Channel";
export const status = "Status";
export const narration = "Narration";
export const reference = "Reference";
export const closed = "Closed ";

// exception-decision
export const recordedInTheOtherEvent = "The payment is recorded in the other event.";
export const markedToBeRefunded = "Marked to be refunded.";
export const settledByTheBanksLine = "The payment is settled by the bank’s line.";
export const resolvedWithYourNote = "Resolved with your note.";
export const theExceptionWasNotResolved = "The exception was not resolved. Nothing changed.";
export const cancel = "Cancel";
export const resolve = "Resolve";
export const whatShouldHappen = "What should happen?";
export const assignItToAnOpenEvent = "Assign it to an open event";
export const noOtherEventIsOpenNow = "No other event is open now.";
export const becomesAPaymentThere = (amount: string) =>
  `${amount} becomes a payment there, with its webhook. This event stays as it is.`;
export const markItToBeRefunded = "Mark it to be refunded";
export const goesBackToItsPayer = (amount: string) =>
  `${amount} goes back to its payer. You arrange it with the bank.`;
export const acceptTheBanksSettlementLine = "Accept the bank’s settlement line";
export const thePaymentCountsAsSettled =
  "The payment counts as settled on the bank’s day. Its recorded amount stays as it is.";
export const dismissItWithANote = "Dismiss it with a note";
export const noFigureChanges = "No figure changes. It leaves the queue with your note.";
export const openEvent = "Open event";
export const yourEventsDidNotLoad = "Your events did not load. Close this and open it again.";
export const loadingYourEvents = "Loading your events";
export const chooseAnEvent = "Choose an event";
export const note = "Note";
export const theReasonForTheDecision = "The reason for the decision";

// exception-drawer
export const exception = "Exception";
export const nextPrevious = " next, previous";
export const thisExceptionDidNotLoad = "This exception did not load.";
export const theBankTookItBack = "The bank has taken this payment back.";
export const itCannotBeAssigned = "It cannot be assigned to an event. Dismiss it with a note.";
export const ownerOrFinanceResolvesThis = "An owner or a member of Finance resolves this.";
export const history = "History";
export const open = "Open";
export const byMember = (by: string) => ` by ${by}`;
export const anEarlierExceptionAboutThisPayment = "An earlier exception about this payment";
export const theBanksNotificationWasReceived = "The bank’s notification was received and stored";

// exceptions-card
export const exceptions = "Exceptions";
export const whichExceptions = "Which exceptions";
export const resolved = "Resolved";
export const noExceptionsOfThisKind = (state: string) => `No ${state} exceptions of this kind`;
export const clearTheFilter = "Clear the filter";
export const noOpenExceptions = "No open exceptions";
export const allBankNotificationsAreRecorded = "All bank notifications are recorded or resolved.";
export const nothingResolvedYet = "Nothing resolved yet";
export const resolvedExceptionsAreListedHere = "Resolved exceptions are listed here.";
export const reason = "Reason";
export const ledgerSettlement = (ledger: string, settlement: string) =>
  `Ledger ${ledger}, settlement ${settlement}`;
export const ledgerBank = (ledger: string, bank: string) => `Ledger ${ledger}, bank ${bank}`;
export const whatIsWrong = "What is wrong";
export const when = "When";
export const decision = "Decision";
export const decide = "Decide";

// ledger-summary
export const ledgerAndSettlement = "Ledger and settlement";
export const settled = "Settled";
export const nothingToSettle = "Nothing to settle";
export const fullySettled = "Fully settled";
export const awaiting = (amount: string) => `${amount} awaiting`;
export const willNotCome = (text: string, amount: string) => `${text} · ${amount} will not come`;
export const countSuccessfulPayments = (count: number | bigint) =>
  formatCountWithNoun(count, "successful payment");
export const lessRefundsAndReversalsNet = (payments: string, returned: string, net: string) =>
  `${payments} · less ${returned} refunds and reversals: net ${net}`;
export const moreThanTheLedger = (amount: string) => `${amount} more than the ledger`;
export const ofTheLedger = (percent: number) => `${percent}% of the ledger`;

// ledger-totals
export const byStatus = "By status";
export const byChannel = "By channel";
export const byTerminal = "By terminal";
export const terminal = "Terminal";
export const thisEventHasNoTerminals = "This event has no terminals.";
export const successful = "Successful";
export const pending = "Pending";
export const failed = "Failed";
export const count = "Count";
export const total = "Total";

// other-channels
export const thisEvent = "This event";
export const allEvents = "All events";
export const otherChannels = "Other channels";
export const showThisEvents = "Show this event's";
export const paymentsByOtherChannels =
  "Payments by card, USSD, QR or another channel that is not recorded. They are in no total until you decide.";
export const paidTo = "Paid to";

// reconciliation-view
export const theExceptionsDidNotLoad = "The exceptions did not load";
