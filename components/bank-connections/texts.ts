// The texts of bank-connections.

// checklist-text
export const enterItInPaystacksDashboard =
  "Enter the webhook address above as the webhook URL for live keys in Paystack's dashboard, then make a payment.";
export const enterItInMonnifysDashboard =
  "Enter the webhook address above in Monnify's dashboard, as all four webhook URLs: transactions, refunds, disbursements and settlements, then make a payment.";
export const enterItInNombasDashboard =
  "Enter the webhook address above as the webhook URL in Nomba's dashboard, with a subscription to each kind of notification, then make a payment.";
export const sendItToLencosSupport =
  "Send the webhook address above to Lenco's support by e-mail, then make a payment.";
export const enterItInMoniepointsDashboard =
  "Enter the webhook address above as the URL of the webhook subscription in Moniepoint's dashboard, then make a payment.";
export const enterItInFlutterwavesDashboard =
  "Enter the webhook address above under webhooks in Flutterwave's dashboard, then make a payment.";
export const theCredentialsAreAccepted = "The credentials are accepted";
export const newEventsGetAccountHere = "New live events get their account here";
export const notificationsFromTheBankArrive = "Notifications from the bank arrive";
export const theBanksListIsRead = "The bank's list of payments is read";
export const liveEventHasAccountOrDevice = "A live event has an account or a device here";
export const naira100PaymentIsRecognised = "A payment of ₦100 is recognised";
export const theyCanNoLongerBeRead = "They cannot be read any more. Remove the connection and add it again.";
export const acceptedBy = (name: string) => `Accepted by ${name}`;
export const savedHasNoTestForThem = (name: string) => `Saved; ${name} has no test for them`;
export const chooseUseForNewEvents =
  "Choose “Use for new events”, or attach an account that exists at the bank.";
export const thisConnectionOpensNoAccounts =
  "This connection opens no accounts. Attach one, or pair a device.";
export const enterTheWebhookAddressAbove =
  "Enter the webhook address above at the bank, then make a payment.";
export const first = "First ";
export const last = ", last ";
export const firstReadWithinMinutes = "It is read for the first time within minutes. There is nothing to do.";
export const theServiceReadsNoList = (name: string) =>
  `The service reads no list of ${name}: a payment whose notification is lost is not found.`;
export const theListCannotBeRead = "It cannot be read. Check the credentials at the bank. ";
export const lastRead = "Last read ";
export const createEventOrPairDevice =
  "Create a live event with an account, or pair a device with a terminal.";
export const payNaira100ToTheEvent =
  "Pay ₦100 into the event's account, or on its device. It appears here automatically.";
export const checkWebhookAddressAtBank = "Check the webhook address at the bank.";
export const askOperatorToCheckAddress = "Ask the operator of the service to check the webhook address.";
export const foundInTheBanksList = (remedy: string) =>
  `: found in the bank's list only, no notification arrived. ${remedy}`;

// connection-dialogs
export const credentialsAreTriedFirst =
  "The credentials are tested at the bank before they are saved, and are never shown again.";
export const thisBankHasNoTest = "This bank has no test for its secret. It is never shown again.";
export const addABankConnection = "Add a bank connection";
export const paymentsReachYourOwnAccount = (howFarTried: string) =>
  `Payments reach your own account at the bank. ${howFarTried}`;
export const addConnection = "Add connection";
export const bank = "Bank";
export const notAtAll = "Not at all";
export const threeDays = "3 days";
export const sevenDays = "7 days";
export const replaceTheCredentialsAt = (name: string) => `Replace the credentials at ${name}`;
export const aBlankFieldKeepsItsValue = (howFarTried: string) =>
  `A blank field keeps its value. ${howFarTried}`;
export const replaceCredentials = "Replace credentials";
export const theOldSecretIsAccepted = "The old secret is accepted";
export const removeTheConnectionTo = (name: string) => `Remove the connection to ${name}?`;
export const itsCredentialsAreDeleted =
  "Its credentials are deleted, and payments that the bank reports from then on are refused. Recorded payments stay. This cannot be undone.";
export const keepIt = "Keep it";
export const remove = "Remove";
export const theConnectionWasNotRemoved = "The connection was not removed.";

// connection-list
export const bankConnections = "Bank connections";
export const newLiveEventsGetTheirAccount = " · new live events get their account here";
export const forNewEventsOf = (name: string) => `Use ${name} for new events`;
export const forNewEvents = "Use for new events";
export const removeNamed = (name: string) => `Remove ${name}`;
export const webhookAddress = "Webhook address";
export const webhookAddressOf = (name: string) => `webhook address of ${name}`;
export const itsCredentialsCannotBeRead =
  "Its credentials cannot be read any more. Remove it and add it again.";
export const credentialsReplaced = "Credentials replaced ";
export const added = "Added ";
export const theOldSecretIsAcceptedUntil = " · the old secret is accepted until ";

// connections-card
export const addAConnection = "Add a connection";
export const theBankConnectionsDidNotLoad = "The bank connections did not load";
export const nothingWasChanged = (detail: string) => `Nothing was changed. ${detail}`;
export const yourAccountsAreOpenedAt = (name: string) =>
  `Your accounts are opened at the operator's ${name} with your share.`;
export const accountsOpenedAtOperatorsBank = "Your accounts are opened at the operator's bank.";
export const liveEventsNeedAConnection = "Without one, no live event can have an account.";
export const yourOrganisationHasNoBankConnection = "Your organisation has no bank connection";
export const connectionsAreForLiveEvents =
  "Bank connections are for live events. In test mode no bank is called.";

// credential-fields
export const optional = "Optional";
export const unchanged = "Unchanged";
export const nothingWasSaved = "Nothing was saved.";

// go-live-checklist
export const done = "Done";
export const toDo = "To do";
export const check = "Check";
export const notNeeded = "Not needed";
export const doneOfAll = (done: number, all: number) => `${done} of ${all} done`;
export const goLiveChecklistOf = (name: string, count: string) => `Go-live checklist of ${name}: ${count}`;
export const goLiveChecklist = "Go-live checklist";
export const ofBank = (name: string) => ` of ${name}`;

// use-connections
export const theBankAcceptedTheCredentials =
  "The bank accepted the credentials. Enter the webhook address at the bank.";
export const theConnectionIsSaved =
  "The connection is saved. This bank has no test for its secret. Enter the webhook address at the bank.";
export const theCredentialsAreReplaced = "The credentials are replaced.";
export const newEventsUseThisConnection = "New live events get their account at this connection.";
export const theConnectionIsRemoved = "The connection is removed.";
