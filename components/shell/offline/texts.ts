// The texts of shell/offline.

// offline-banner
export const noConnectionThisPageStays =
  "No connection. This page stays, and what you opened loads when the connection is back.";
