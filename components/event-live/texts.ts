import { formatCountWithNoun } from "@/lib/core/format/count";

// The texts of event-live.

// announcements
export const in15SecondsTotal = (counted: string, amount: string, amount2: string) =>
  `${counted}, ${amount}, in 15 seconds. Total ${amount2}.`;
export const countPayments = (count: number | bigint) => formatCountWithNoun(count, "payment");
export const silent = (map: string) => `${map} silent.`;

// closed-summary
export const followSettlement = "Follow settlement";
export const awaitsSettlement = (amount: string) => `${amount} awaits settlement`;
export const nothingToSettle = "Nothing to settle";
export const fullySettled = "Fully settled";
export const theAccountWasClosedAt = (time: string) => `The account was closed at the bank on ${time}.`;
export const theAccountCouldNotBe = (because: string) =>
  `The account could not be closed at the bank.${because}`;
export const theAccountIsStillOpen = (because: string) => `The account is still open at the bank.${because}`;
export const theAccountClosesAtThe = (time: string) => `The account closes at the bank on ${time}.`;
export const by = (closedBy: string) => ` by ${closedBy}`;
export const closedOnAt = (weekday: string, time: string, by: string) =>
  `Closed on ${weekday} at ${time}${by}.`;
export const closed = "Closed.";
export const noFurtherPaymentsAreAccepted = "No further payments are accepted.";
export const inReconciliation = (counted: string) => ` ${counted} in Reconciliation.`;
export const countExceptions = (count: number | bigint) => formatCountWithNoun(count, "exception");
export const whatIsLeftToDo = "What is left to do";
export const reconcile = "Reconcile";
export const noOpenExceptions = "No open exceptions";
export const exceptionsWaitForADecision = "Exceptions wait for a decision";
export const clear = "Clear";
export const open = (open: number) => `${open} open`;
export const checkTheTakings = "Check the takings";
export const whatEachOperatorTook = "What each operator took";

// empty-state
export const countTerminals = (count: number | bigint) => formatCountWithNoun(count, "terminal");
export const eventCreated = "Event created";
export const assigned = (terminals: string) => `${terminals} assigned`;
export const terminal1ToTerminal = (terminalCount: number) => `Terminal 1 to Terminal ${terminalCount}`;
export const terminal1 = "Terminal 1";
export const countOperators = (count: number | bigint) => formatCountWithNoun(count, "operator");
export const addYourOperators = "Add your operators";
export const soThatEveryPaymentCarries = "So that every payment carries a name";
export const operators = "Operators";
export const makeATestTransferOf = "Make a test transfer of ₦100";
export const provesTheAccountFromEnd = "Proves the account from end to end";
export const takeOnePaymentOnEachTerminal = "Take one payment on each terminal";
export const n0OfHaveTakenAPayment = (terminalCount: number) => `0 of ${terminalCount} have taken a payment`;
export const terminals = "Terminals";
export const totalTaken = "Total taken";
export const waitingForTheFirstPayment = "Waiting for the first payment";
export const putThisAccountInFront =
  "Put this account in front of your payers. The first transfer shows up here about a second after it reaches the bank.";
export const theFirstPaymentAtA =
  "The first payment at a terminal shows up here about a second after it reaches the bank.";
export const thisEventHasNoAccount = "This event has no account for transfers";
export const attachOneThatYourOrganisation = "Attach one that your organisation has at its bank.";
export const beforeDoorsOpen = "Before doors open";

// event-actions
export const attachAnAccount = "Attach an account";
export const wallboard = "Wallboard";
export const closeEvent = "Close event";
export const eventLabel = "Event";
export const moreOfThisEvent = "More of this event";
export const accountNumberCopied = "Account number copied";
export const notCopiedThisBrowserDid = "Not copied: this browser did not allow it.";

// event-header
export const wasPaidInto = (bankName: string, collectionAccount: string) =>
  `Was paid into ${bankName} ${collectionAccount}`;
export const accountNumber = "account number";
export const noAccount = "No account";

// health-strip
export const noneYet = "None yet";
export const healthy = "Healthy";
export const slow = "Slow";
export const notArriving = "Not arriving";
export const unknown = "Unknown";
export const bankWebhook = "Bank webhook";
export const deliveries = "Deliveries";
export const noWebhookAddress = "No webhook address";
export const waiting = (count: string) => `${count} waiting`;
export const givenUp = (rate: string, count: string) => `${rate} · ${count} given up`;
export const terminalsOfLength = (length: number) => `${length} terminals`;
export const silentFor = (span: string) => `silent for ${span}`;
export const silentLabel = "silent";
export const theLongest = (span: string) => `, the longest ${span}`;
export const health = "Health";
export const connection = "Connection";
export const lastSeen = "Last seen";
export const lastPayment = "Last payment";

// live-skeleton
export const connecting = "Connecting";
export const paymentsPerMinute = "Payments per minute";
export const topTakings = "Top takings";
export const payments = "Payments";

// step-list
export const ofDone = (done: number, length: number) => `${done} of ${length} done`;
export const done = "Done";

// wallboard-dialog
export const forATvInThe = "For a TV in the hall: no account numbers, no narrations, surnames as an initial.";
export const openItHere = "Open it here";
export const aLinkWasMadeOn = "A link was made on ";
export const anyoneWithTheLinkSees = ". Anyone with the link sees the wallboard without signing in, until ";
export const orUntilTheEventIs = " or until the event is closed. It is shown once; a new one ends it.";
export const anyoneWithTheLinkSeesThe =
  "Anyone with the link sees the wallboard without signing in, until a day after the event ends, you close the event or you revoke the link.";
export const theWallboardsLink = "the wallboard's link";
export const copy = "Copy";
export const noLinkWasMade = "No link was made.";
export const nothingChanged = "Nothing changed.";
export const newLink = "New link";
export const makeALink = "Make a link";
export const revokeTheLink = "Revoke the link";
