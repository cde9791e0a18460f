// The text of errors that are the fault of the server; apart, because the error page of the document must be small.

export const theFaultIsOnOurSide =
  "The fault is on our side. Taking payments and sending webhooks do not depend on this page.";
