/** Whose fault the reader must know before anything else: the words for one that is ours. */
export const SERVER_ERROR_TEXT =
  "The fault is on our side. Taking payments and sending webhooks do not depend on this page.";
