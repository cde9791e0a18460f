// The texts of payment-page: those that the first scripts of the live page do not use.

// poster-tools
export const thePaymentPagesLink = "the payment page's link";
export const poster = "Poster";
export const paymentPage = "Payment page";
export const copy = "Copy";
export const formOfThePoster = "Form of the poster";
export const phone = "Phone";
export const qrCodeLeadsToThisPage =
  "The QR code on the poster leads to this page. Anyone with the link sees the account to pay into, without signing in, until the event is closed or the link is revoked.";
export const aPageForPayers =
  "A page for payers, with the account number to copy. The poster gets a QR code that leads to it.";
export const openPage = "Open page";
export const thePaymentPageHasALink = "The payment page has a link.";
export const makeALink = "Make a link";
export const noLinkWasMade = "No link was made.";
export const newLink = "New link";
export const makeANewLink = "Make a new link";
export const replaceTheLink = "Replace the link?";
export const printedPostersStopWorking =
  "Posters that are printed already lead to no page any more. Print them again.";
export const thePaymentPageHasANewLink = "The payment page has a new link.";
export const theLinkWasNotReplaced = "The link was not replaced.";
export const revokeTheLink = "Revoke the link";
export const revokeTheLinkQuestion = "Revoke the link?";
export const pageAndPostersStopWorking =
  "The payment page and the QR codes of printed posters lead to no page any more.";
export const theLinkIsRevoked = "The link is revoked.";
export const theLinkWasNotRevoked = "The link was not revoked.";
export const keepIt = "Keep it";

// poster
export const howToPay = "How to pay";
export const payByBankTransfer = "Pay by bank transfer";
export const accountNumber = "Account number";
export const testMode = "Test mode";
export const noNumberInTestMode = "No number in test mode";
export const yourBankShowsThisName = "Your bank shows this name";
export const qrCodeOfThePaymentPage = "QR code of the payment page";
export const scanToCopyTheNumber = "Scan to copy the number";
export const opensTheTestPage = "Opens the test page";
export const transferWhatYouOwe = "Transfer what you owe to this account.";
export const showTheReceipt = "Show the receipt to the person serving you.";
export const checkTheNameAbove = "Check that your bank shows the name above before you send.";
export const takings = "Takings";
export const aTestPoster = "A test poster. Do not pay.";

// poster of a phone
export const scanOrTransferToThisAccount = "Scan, or transfer to this account";
export const thePayersBankShowsThisName = "The payer's bank shows this name";
