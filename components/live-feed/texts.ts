// The texts of live-feed.

// live-status
export const lastPayment = "last payment ";
