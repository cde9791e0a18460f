// The texts of refunds that the list of payments uses; the others are in late-texts.ts.

// labels
export const disputed = "Disputed";
export const reversed = "Reversed";
export const refunded = "Refunded";
export const refundInProgress = "Refund in progress";
export const partlyRefunded = "Partly refunded";
export const refundFailed = "Refund failed";
export const awaitingApproval = "Awaiting approval";
export const approved = "Approved";
export const sentWaitingForTheBank = "Sent, waiting for the bank";
export const inProgressAtTheBank = "In progress at the bank";
export const failed = "Failed";
export const declined = "Declined";

// return-chip
export const answerTheDisputeBy = "Answer the dispute at the bank by ";
