import { env } from "@/lib/env";

/** Whether browsers reach the service over https, according to `AUTH_URL`. */
export const isSecure = () => env().authUrl.startsWith("https:");

/** The name of the sign-in cookie. With https it has the `__Host-` prefix: this host and https only. */
export const signInCookie = () => (isSecure() ? "__Host-takings-sign-in" : "takings-sign-in");

/** The name of the cookie of a browser that has signed in before; set as HttpOnly. */
export const knownBrowserCookie = () =>
  isSecure() ? "__Host-takings-known-browser" : "takings-known-browser";

/** The cookie with the mode that a member views; anything but `test` is live. */
export const MODE_COOKIE = "takings-mode";

/** The name of the cookie that gives a screen access to one event's wallboard, set when its link is opened. */
export const wallboardCookie = (sessionId: string) =>
  `${isSecure() ? "__Host-" : ""}takings-wall-${sessionId.replace(/^ses_/, "")}`;

/** Reads one cookie from a request's headers; `undefined` if it is absent. */
export function readCookie(headers: Headers, name: string): string | undefined {
  for (const pair of headers.get("cookie")?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}

/**
 * Returns the client's address, or `""` without the header: the HTTP server replaces `x-forwarded-for` with one trusted
 * address (`lib/server/connections/client-address.ts`).
 */
export function clientAddressOf(headers: Headers): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
}
