// The texts of shared/layout: those that the first scripts of the live page do not use.

// money-page-header
export const reconciliation = "Reconciliation";
export const compareRecordedPaymentsWithSettlements = "Compare recorded payments with settlements";
export const settlement = "Settlement";
export const moneyOnItsWay = "Money on its way from the collection account to you";
export const asOf = "As of ";
