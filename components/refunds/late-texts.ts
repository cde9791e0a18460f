// The texts of refunds that the list of payments does not use.

// decide-buttons
export const approve = "Approve";
export const anotherMemberMustApprove = "Another owner or finance member must approve it.";
export const refundApproved = "Refund approved";
export const refundDeclined = "Refund declined";
export const decline = "Decline";
export const nothingWasDecided = "Nothing was decided.";

// queue-card
export const requestedBy = (requestedBy: string) => `Requested by ${requestedBy}`;
export const refundsToApprove = "Refunds to approve";

// refund-dialog
export const refund = "Refund";
export const amount = "Amount";
export const refundThisPayment = "Refund this payment";
export const theBankSendsMoneyBack =
  "The bank sends the money back to the account that paid. It cannot be taken back.";
export const markAsRefundedManually = "Mark as refunded manually";
export const noMoneyIsMoved = "No money is moved. It notes a refund that you made outside the service.";
export const markAsRefunded = "Mark as refunded";
export const anotherPersonMustApproveTheRefund = "Another person must approve the refund.";
export const theRefundIsStored = "The refund is stored.";
export const amountInNaira = "Amount in naira";
export const upTo = (amount: string) => `Up to ${amount}`;
export const reason = "Reason";
export const sayWhyItIsRefunded = "say why the payer gets it back.";
export const theBanksReferenceOfTheRefund = "The bank's reference of the refund";
export const bankReference = "Bank reference";
export const enterTheBanksReference = "enter the bank’s reference of the refund.";
export const theRefundWasNotStored = "The refund was not stored.";

// settings-card
export const everyRefundNeedsASecondPerson = "Every refund needs a second person.";
export const secondPersonAboveDailyAmount = (amount: string) =>
  `A refund needs a second person once the refunds of a day exceed ${amount}.`;
export const serviceRefundsAreAllowed = "Refunds at the service's own bank connections are allowed.";
export const serviceRefundsAreNotAllowed =
  "Refunds at the service's own bank connections are not allowed. Ask the operator of the service.";
export const saved = "Saved";
export const needsASecondPersonAbove = "Needs a second person above, per day";
export const inNairaEmptyEveryRefund = "In naira. Empty: every refund.";
export const save = "Save";

// refund-section
export const refunds = "Refunds";
export const manually = "Manually";
export const decidedBy = (decidedBy: string) => `; decided by ${decidedBy}`;
