/** The request header in which the front door tells a page its own path and query: Next tells it to no page. */
export const REQUESTED_PATH = "x-requested-path";
/** The header of a request's id: the front door tells it to a page, and every answer to whoever asked. */
export const REQUEST_ID = "x-request-id";

const ORIGIN = "http://takings.invalid";

/** A path of this service as it was given, or `/` for anything that would lead a browser elsewhere. */
export function ownPath(given: string | null | undefined): string {
  if (!given?.startsWith("/") || !URL.canParse(given, ORIGIN)) return "/";
  const url = new URL(given, ORIGIN);
  const path = `${url.pathname}${url.search}${url.hash}`;
  return url.origin === ORIGIN && !path.startsWith("//") ? path : "/";
}
