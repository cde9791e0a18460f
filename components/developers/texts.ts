// The texts of developers.

// last-test-payment
export const lastTestPayment = "Last test payment";
export const bankWebhookReceived = "Bank webhook received";
export const webhookSignatureVerified = (provider: string) => `As ${provider} writes it, signature verified`;
export const paymentRecorded = "Payment recorded";
export const notRecorded = "Not recorded";
export const ms = (tookMs: number) => `${tookMs} ms`;
export const itWaitsInReconciliation = "It waits in Reconciliation";
export const seeTheEvent = "See the event";
export const seeYourWebhook = "See your webhook";
export const noneSentFromThisPageYet = "None sent from this page yet.";

// mode-switch
export const testMode = "Test mode";

// tabs
export const apiKeys = "API keys";
export const requestLog = "Request log";
export const webhooks = "Webhooks";
export const testData = "Test data";
export const developers = "Developers";

// test-payment-fields
export const bankTransfer = "Bank transfer";
export const posTerminal = "POS terminal";
export const eventLabel = "Event";
export const chooseAnEvent = "choose an event.";
export const channel = "Channel";
export const chooseAChannel = "choose a channel.";
export const terminal = "Terminal";
export const chooseATerminal = "choose a terminal.";
export const amountInNaira = "Amount in naira";
export const amount = "Amount";
export const atMost100000000 = (expectation: string) => `${expectation} At most 100,000,000.`;
export const outcome = "Outcome";
export const chooseAnOutcome = "choose an outcome.";
export const successful = "Successful";
export const failed = "Failed";
export const payer = "Payer";
export const type1To100Characters = "type 1 to 100 characters.";
export const narration = "Narration";
export const typeAtMost100Characters = "type at most 100 characters.";

// test-payment
export const chineduOkonkwo = "Chinedu Okonkwo";
export const testPayment = "Test payment";
export const sendATestPayment = "Send a test payment";
export const itTakesTheSamePath =
  "It takes the same path as a real one: the bank’s webhook in, a payment recorded, your webhook out.";
export const thePaymentWasNotSent = "The payment was not sent.";
export const sendPayment = "Send payment";
