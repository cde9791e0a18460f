// The texts of the dashboard's pages.

// developers/keys/page.tsx
export const apiKeys = "API keys";

// developers/layout.tsx
export const developers = "Developers";
export const forLabel = (what: string, organisationName: string) => `${what} for ${organisationName}`;
export const keysRequestsWebhooksAndTestMode = "Keys, requests, webhooks and test mode";
export const webhooks = "Webhooks";
export const apiReference = "API reference";

// developers/requests/page.tsx
export const requestLog = "Request log";

// developers/test/page.tsx
export const testData = "Test data";
export const testModeIsOff = "Test mode is off";
export const turnOnTestMode =
  "Turn it on above to see test data and to send test payments. Live events and keys are hidden in test mode, and keep taking payments.";
export const thisIsASandbox = "This is a sandbox.";
export const everythingHereIsTestData =
  "Everything here is test data: no bank is called, no real money moves.";
export const noOpenTestEvent = "No open test event";
export const createATestEvent = "Create an event in test mode, then send it a payment from here.";
export const testPayment = "Test payment";

// developers/webhooks/page.tsx
export const endpoints = "Endpoints";

// events/[session_id]/details/page.tsx
export const details = "Details";
export const eventLabel = "Event";

// events/[session_id]/expected-payments/page.tsx
export const expectedPayments = "Expected payments";

// events/[session_id]/operators/page.tsx
export const operators = "Operators";
export const assigned = "Assigned";
export const onShift = "On shift";
export const unassigned = "Unassigned";
export const operator = "Operator";
export const taken = "Taken";
export const count = "Count";
export const where = "Where";
export const lastPayment = "Last payment";

// events/[session_id]/page.tsx
export const noWebhookAddress = "No webhook address";
export const addOne = "Add one";
export const live = "Live";

// events/[session_id]/print/[transaction_id]/page.tsx
export const receipt = "Receipt";

// events/[session_id]/print/page.tsx
export const print = "Print";

// events/[session_id]/print/poster/page.tsx
export const poster = "Poster";

// events/[session_id]/reconciliation/page.tsx
export const reconciliation = "Reconciliation";
export const ourLedger = "Our ledger";
export const settlement = "Settlement";
export const exceptions = "Exceptions";
export const whatIsWrong = "What is wrong";
export const payer = "Payer";
export const when = "When";
export const amount = "Amount";

// events/[session_id]/settlement/page.tsx
export const settled = "Settled";
export const awaitingSettlement = "Awaiting settlement";
export const byDate = "By date";
export const settlementDate = "Settlement date";
export const channel = "Channel";

// events/[session_id]/terminals/page.tsx
export const terminals = "Terminals";
export const takenAtTerminals = "Taken at terminals";
export const takingNow = "Taking now";
export const averagePayment = "Average payment";
export const failed = "Failed";
export const busiestRightNow = "Busiest right now";
export const terminal = "Terminal";
export const location = "Location";

// events/[session_id]/webhooks/[delivery_id]/page.tsx
export const delivery = "Delivery";
export const facts = "Facts";
export const body = "Body";
export const attempts = "Attempts";
export const attempt = "Attempt";
export const took = "Took";
export const time = "Time";

// events/[session_id]/webhooks/page.tsx
export const endpoint = "Endpoint";
export const delivered = "Delivered";
export const responseTimeLastHour = "Response time, last hour";
export const deliveries = "Deliveries";
export const sent = "Sent";
export const payment = "Payment";
export const response = "Response";

// events/compare/page.tsx
export const compareEvents = "Compare events";

// events/page.tsx
export const events = "Events";

// settings/alerts/page.tsx
export const alerts = "Alerts";
export const whatToReport = "What to report";
export const lastAlerts = "Last alerts";

// settings/audit/page.tsx
export const auditLog = "Audit log";

// settings/collection/page.tsx
export const banksAndDevices = "Banks and devices";
export const devices = "Devices";

// settings/layout.tsx
export const settings = "Settings";

// settings/members/page.tsx
export const members = "Members";

// settings/page.tsx
export const yourAccount = "Your account";

// settings/profile/page.tsx
export const profile = "Profile";
