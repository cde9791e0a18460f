// The texts of live-feed.

// live-status
export const lastPayment = "last payment ";

// live-indicator
export const connecting = "Connecting";
export const live = "Live";
export const reconnecting = "Reconnecting";
export const notLive = "Not live";
export const closed = "Closed";
