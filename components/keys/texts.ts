// The texts of keys.

// event-snippet
export const createAnEvent = "Create an event";
export const theRequest = "the request";

// guide-links
export const apiReference = "API reference";
export const everyPathUnderV1 = "Every path under /v1";
export const webhookGuide = "Webhook guide";
export const checkSignatureAndAnswer = "Check the signature, answer 2xx at once";
export const documentation = "Documentation";

// key-dialogs
export const nothingChanged = (title: string) => `${title} Nothing changed.`;
export const name = "Name";
export const type1To200Characters = "type 1 to 200 characters.";
export const issueALiveKey = "Issue a live key";
export const issueATestKey = "Issue a test key";
export const keyActsForYourOrganisation = "The key acts for your organisation within the limits set here.";
export const itWorksOnTestData = "It works on test data alone. No real money moves.";
export const issueKey = "Issue key";
export const whichSystemWillUseIt = "Which system will use it";
export const theKeyWasNotIssued = "The key was not issued.";
export const notAtAll = "Not at all";
export const sevenDays = "7 days";
export const rotate = (name: string) => `Rotate ${name}?`;
export const aNewKeyReplacesIt =
  "A new key takes its place. The old one keeps working for a while, so that nothing stops before you have changed over.";
export const cancel = "Cancel";
export const rotateKey = "Rotate key";
export const theOldKeyKeepsWorking = "The old key keeps working";
export const theKeyWasNotRotated = "The key was not rotated.";
export const revoke = (name: string) => `Revoke ${name}?`;
export const everyRequestIsRefused =
  "From that moment every request with it is refused. This cannot be undone.";
export const keepIt = "Keep it";
export const revokeKey = "Revoke key";
export const theKeyWasNotRevoked = "The key was not revoked.";
export const lastUsed = "Last used";
export const never = "Never";

// key-table
export const key = "Key";
export const issued = "Issued";
export const whatCanBeDone = "What can be done";
export const noKeysYet = "No keys yet";
export const aPlatformCallsTheApi = "A platform calls the API with a key. Issue one for each that does.";
export const byIssuer = (issuer: string) => `by ${issuer}`;
export const theCommandLine = "the command line";
export const readOnly = "Read only";
export const readAndWrite = "Read and write";
export const fromFirstAddress = (first: string) => `, from ${first}`;
export const today = (time: string) => `Today ${time}`;
export const notUsedYet = "Not used yet";
export const revoked = (time: string) => `Revoked ${time}`;
export const stopped = (time: string) => `Stopped ${time}`;
export const stopsIn = (duration: string) => `Stops in ${duration}`;
export const rotateNamed = (name: string) => `Rotate ${name}`;
export const rotateLabel = "Rotate";
export const revokeNamed = (name: string) => `Revoke ${name}`;
export const revokeLabel = "Revoke";
export const lastUsedText = "Last used: ";

// keys-view
export const isReady = (name: string) => `${name} is ready`;
export const theKeyIsRevoked = "The key is revoked. Requests with it are refused.";
export const keepItOnYourServer =
  "Keep it on your server. We store only a fingerprint, so a lost key is replaced, not recovered.";
export const liveKeys = "Live keys";
export const testKeys = "Test keys";
export const working = (count: string) => `${count} working`;
export const issueTestKey = "Issue test key";

// limit-fields
export const whatItMayDo = "What it may do";
export const itOnlyReads = "It reads events, payments and totals. Every change with it is refused.";
export const itReadsAndChanges =
  "It reads events, payments and totals, opens and closes events, and adds operators.";
export const allowedAddresses = "Allowed addresses";
export const lineIsNotAnAddress = (number: number, text: string) =>
  `Line ${number}, ${text}, is neither an address nor a range.`;
export const optional = "Optional";
export const oneIpAddressOrRange =
  "One IP address or range a line, such as 203.0.113.7 or 203.0.113.0/24. Empty: calls from anywhere.";
