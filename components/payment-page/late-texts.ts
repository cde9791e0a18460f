// The texts of payment-page: those that the first scripts of the live page do not use.

// poster-tools
export const thePaymentPagesLink = "the payment page's link";
export const poster = "Poster";
export const paymentPage = "Payment page";
export const copy = "Copy";
export const formOfThePoster = "Form of the poster";
export const phone = "Phone";
export const theQrCodeOnThe =
  "The QR code on the poster leads to this page. Anyone with the link sees the account to pay into, without signing in, until the event is closed or the link is revoked.";
export const aPageForPayersWith =
  "A page for payers, with the account number to copy. The poster gets a QR code that leads to it.";
export const openPage = "Open page";
export const thePaymentPageHasALink = "The payment page has a link.";
export const makeALink = "Make a link";
export const noLinkWasMade = "No link was made.";
export const newLink = "New link";
export const makeANewLink = "Make a new link";
export const replaceTheLink = "Replace the link?";
export const postersThatArePrintedAlready =
  "Posters that are printed already lead to no page any more. Print them again.";
export const thePaymentPageHasA = "The payment page has a new link.";
export const theLinkWasNotReplaced = "The link was not replaced.";
export const revokeTheLink = "Revoke the link";
export const revokeTheLinkQuestion = "Revoke the link?";
export const thePaymentPageAndThe =
  "The payment page and the QR codes of printed posters lead to no page any more.";
export const theLinkIsRevoked = "The link is revoked.";
export const theLinkWasNotRevoked = "The link was not revoked.";
export const keepIt = "Keep it";

// poster
export const test = "TEST";
export const thisIsATestEvent =
  "This is a test event. Do not pay: the number appears on the page of a live event.";
export const checkTheNameBeforeYou =
  "Check the name before you send. Every transfer is counted a second after it arrives.";
export const howToPay = "How to pay";
export const doNotPay = "Do not pay";
export const payByBankTransfer = "Pay by bank transfer";
export const yourBankShowsThisName = "Your bank shows this name";
export const qrCodeOfThePaymentPage = "QR code of the payment page";
export const scanToSeeTheTestPage = "Scan to see the test page";
export const scanToCopyTheAccountNumber = "Scan to copy the account number";
