// The texts of shared/layout.

// error-panel
export const quoteThisIfYouCallUs = "Quote this if you call us";
export const theReference = "the reference";
export const tryAgain = "Try again";

// figures-skeleton
export const loading = "Loading";

// money-page-header
export const reconciliation = "Reconciliation";
export const compareRecordedPaymentsWithSettlements = "Compare recorded payments with settlements";
export const settlement = "Settlement";
export const moneyOnItsWayFrom = "Money on its way from the collection account to you";
export const asOf = "As of ";
