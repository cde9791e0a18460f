// The texts of request-log.

// request-drawer
export const noBody = "(no body)";
export const request = "Request";
export const thisRequestDidNotLoad = "This request did not load";
export const thisRequestIsNotShown = "This request is not shown.";
export const theLogKeepsTheRequests = (detail: string) =>
  `${detail} The log keeps the requests of this mode for some days.`;
export const xApiKey = (keyHint: string) => `x-api-key: ${keyHint}`;
export const key = "Key";
export const from = "From";
export const took = "Took";
export const ms = (count: string) => `${count} ms`;
export const timeInUtc = "Time in UTC";
export const eventLabel = "Event";
export const theRequest = "the request";
export const response = "Response";
export const theResponse = "the response";

// request-table
export const requests = "Requests";
export const time = "Time";
export const code = "Code";
export const method = "Method";
export const path = "Path";
export const requestId = "Request id";
export const requestIdLabel = "request id";

// request-toolbar
export const requestLog = "Request log";
export const whichRequests = "Which requests";
export const all = "All";
export const errors = "Errors";
export const searchRequests = "Search requests";
export const pathOrRequestId = "Path or request id";
export const period = "Period";

// requests-view
export const theRequestsDidNotLoad = "The requests did not load";
export const noRequestsIn = (period: string) => `No requests in the ${period}`;
export const apiCallsAppearHere = "Every call of the API with one of your keys appears here within a second.";
export const noResults = "No results";
export const clearTheFilters = "Clear the filters";
export const searchForARequestId =
  "Search for a request id (req_…), an event id (ses_…), a code such as 404, or the beginning of a path.";
