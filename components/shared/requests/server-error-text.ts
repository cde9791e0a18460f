/** Text of errors that are the server's fault. */
export const SERVER_ERROR_TEXT =
  "The fault is on our side. Taking payments and sending webhooks do not depend on this page.";
