import { env } from "@/lib/env";

/** Whether browsers reach the service by https, as `AUTH_URL` says. */
export const isSecure = () => env().authUrl.startsWith("https:");

/** The cookie that names a sign-in: of this host alone, and over https only where there is https. */
export const signInCookie = () => (isSecure() ? "__Host-takings-sign-in" : "takings-sign-in");

/** The cookie by which a browser that has signed in before is known: of this host alone, and out of reach of scripts. */
export const knownBrowserCookie = () =>
  isSecure() ? "__Host-takings-known-browser" : "takings-known-browser";

/** The cookie that says which mode a member looks at; anything but `test` is live. */
export const MODE_COOKIE = "takings-mode";

/** The cookie that lets a screen in to one event's wallboard, whose link it was opened by. */
export const wallCookie = (sessionId: string) =>
  `${isSecure() ? "__Host-" : ""}takings-wall-${sessionId.replace(/^ses_/, "")}`;

/** Reads one cookie of a request's headers. */
export function readCookie(headers: Headers, name: string): string | undefined {
  for (const pair of headers.get("cookie")?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return undefined;
}

/**
 * The address of the client that a request comes from, as far as it is believed: the front door leaves one address there
 * (`lib/server/client-address.ts`).
 */
export function clientAddressOf(headers: Headers): string {
  return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() ?? "";
}
