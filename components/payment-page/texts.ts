// The texts of payment-page that the first scripts of the live page use; the others are in late-texts.ts.

// payment-page-row
export const paymentPage = "Payment page";
export const thePaymentPagesLink = "the payment page's link";
export const copyLink = "Copy link";
