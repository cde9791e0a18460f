// The texts of payments/detail that the list of payments does not use.

// account-field
export const notReported = "Not reported";
export const hide = "Hide";
export const show = "Show";

// payment-details
export const unassigned = "Unassigned";
export const terminal = "Terminal";
export const operator = "Operator";
export const from = "from ";
export const byChannel = (channelName: string) => `by ${channelName}`;
export const bank = "Bank";
export const assign = "Assign";
export const account = "Account";
export const atATerminal = "at a terminal";
export const successful = "Successful";
export const anUnnamedPayer = "an unnamed payer";
export const partCameBack = (amount: string) => `${amount} of it came back to the payer.`;
export const narration = "Narration";
export const none = "None";
export const order = "Order";
export const bankReference = "Bank reference";
export const bankReferenceLabel = "bank reference";
export const noneBankTransfer = "None, bank transfer";
export const settled = "Settled";
export const change = "Change";

// payment-drawer
export const receipt = "Receipt";
export const payment = "Payment";
export const paymentId = "payment id";
export const whatHappened = "What happened";
export const theWebhookIsBeingSentAgain = "The webhook is being sent again";
export const theWebhookWasNotSentAgain = (detail: string) => `The webhook was not sent again: ${detail}`;
export const linkCopied = "Link copied";
export const browserDidNotAllowCopying = "Not copied: this browser did not allow it.";
export const sendWebhookAgain = "Send webhook again";
export const copyLink = "Copy link";
export const thereIsNoSuchPayment = "There is no such payment in this event";
export const checkTheLink = "Check the link.";
export const thisPaymentDidNotLoad = "This payment did not load";

// payment-history
export const nthAttempt = (ordinal: string) => `${ordinal} attempt`;
export const assignedTo = (operatorName: string) => `Assigned to ${operatorName}`;
export const reachedTheBank = "Reached the bank";
export const pendingAtTheBank = "Pending at the bank";
export const attemptedAtTheBank = "Attempted at the bank";
export const bankNotificationReceived = "Bank notification received";
export const signatureVerified = "Signature verified";
export const foundInTheBanksList = "Found in the bank's list";
export const noNotificationHadReportedIt = "No notification had reported it";
export const recordedAs = (status: string) => `Recorded as ${status}`;
export const became = (status: string) => `Became ${status}`;
export const onTerminalThen = (terminalLabel: string) => `On ${terminalLabel} then`;
export const byPerson = (name: string) => `By ${name}`;
export const reversalInProgress = "Reversal in progress";
export const reversedByTheBank = "Reversed by the bank";
export const reversalStarted = "Reversal started";
export const reversalDismissed = "Reversal dismissed";
export const refundInProgressAtTheBank = "Refund in progress at the bank";
export const refundedToThePayer = "Refunded to the payer";
export const refundNeedsAttention = "Refund needs attention";
export const refundFailed = "Refund failed";
export const disputeInProgress = "Dispute in progress";
export const disputeLost = "Dispute lost";
export const disputeOpened = "Dispute opened";
export const disputeWon = "Dispute won";
export const answerDueBy = " Answer due by ";
export const theBankGaveNoUsableTime = (destination: string) =>
  `${destination} · the bank gave no usable time: time of receipt`;
export const toBeSentTo = (host: string) => `To be sent to ${host}`;
export const queued = "Queued";
export const noAnswer = "No answer";
export const answered = (status: number) => `Answered ${status}`;
export const answerWithDuration = (answer: string, durationMs: number, nthAttempt: string) =>
  `${answer.replace(/\.$/, ",")} in ${durationMs} ms, ${nthAttempt}`;
export const sentTo = (host: string) => `Sent to ${host}`;
export const notDeliveredTo = (host: string) => `Not delivered to ${host}`;
export const beingSentTo = (host: string) => `Being sent to ${host}`;
export const itWillBeSentAgain = (detail: string) => `${detail}; it will be sent again`;

// receipt
export const received = "Received";
export const payer = "Payer";
export const itIsPending = "It is pending: the bank has not confirmed it yet.";
export const itFailedNoMoneyWasReceived = "It failed: no money was received.";
export const thisPaymentHasNoReceipt = "This payment has no receipt";
export const seeThePayment = "See the payment";
export const byLabel = "By";
export const forLabel = "For";
