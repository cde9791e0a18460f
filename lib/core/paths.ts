/** The request header in which the HTTP server passes a page its path and query, which Next does not provide. */
export const REQUESTED_PATH = "x-requested-path";
/** The header of the request id: set by the HTTP server on requests to pages, and on all responses. */
export const REQUEST_ID = "x-request-id";

const ORIGIN = "http://takings.invalid";

/** Returns a normalised path of this service, or `/` for any value that would lead a browser to another origin. */
export function toLocalPath(target: string | null | undefined): string {
  if (!target?.startsWith("/") || !URL.canParse(target, ORIGIN)) return "/";
  const url = new URL(target, ORIGIN);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === ORIGIN && !path.startsWith("//") ? path : "/";
}
