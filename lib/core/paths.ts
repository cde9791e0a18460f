/** The request header in which the HTTP server passes a page its path and query, which Next does not provide. */
export const REQUESTED_PATH = "x-requested-path";
/** The header of the request id: set by the HTTP server on requests to pages, and on all responses. */
export const REQUEST_ID = "x-request-id";

/** The path of the deployment's bank webhook (§4.13), and the beginning of those of organisations' connections. */
export const BANK_WEBHOOK_PATH = "/v1/webhooks/bank";
export const CONNECTION_WEBHOOK_PREFIX = "/api/webhooks/bank/";

/** The beginning of the paths of payment pages, which continue with a link's token. */
export const PAYMENT_PAGE_PREFIX = "/pay/";

/** Returns the path to which the bank of an organisation's connection sends its notifications. */
export const connectionWebhookPath = (connectionId: string) => `${CONNECTION_WEBHOOK_PREFIX}${connectionId}`;

const ORIGIN = "http://takings.invalid";

/** Returns a normalised path of this service, or `/` for any value that would lead a browser to another origin. */
export function toLocalPath(target: string | null | undefined): string {
  if (!target?.startsWith("/") || !URL.canParse(target, ORIGIN)) return "/";
  const url = new URL(target, ORIGIN);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === ORIGIN && !path.startsWith("//") ? path : "/";
}

/** The key under which a browser keeps the last totals for the page without a connection. */
export const OFFLINE_TOTALS_KEY = "takings-last-totals";
/** The page that the installed app shows if the service cannot be reached. */
export const OFFLINE_PATH = "/offline";

/** The path of the logo of the caller's organisation. */
export const LOGO_PATH = "/api/dashboard/organisation/logo";
