// The texts of payments/detail that the list of payments uses; the others are in late-texts.ts.

// assign-menu
export const assignToAnOperator = "Assign to an operator";
export const whoTookIt = "Who took it?";
export const unassigned = "Unassigned";
export const assignThePaymentOf = (senderName: string) => `Assign the payment of ${senderName}`;
export const anUnknownPayer = "an unknown payer";
export const assign = "Assign";

// payment-history
export const assignedTo = (operatorName: string) => `Assigned to ${operatorName}`;

// use-assign
export const notAssigned = (detail: string) => `Not assigned: ${detail}`;
