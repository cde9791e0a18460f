/** What a reader can turn off, by the cookie that says so; anything but `off` is on. */
export const PREFERENCE_COOKIES = { keys: "takings-keys", spoken: "takings-spoken" } as const;
export type Preference = keyof typeof PREFERENCE_COOKIES;

const YEAR_SECONDS = 31_536_000;

/** Whether a preference is on, by its cookie's value. */
export const isOn = (value: string | undefined) => value !== "off";

/** Whether a preference is on in this browser, at this moment. */
export function prefers(preference: Preference): boolean {
  return !document.cookie.split("; ").includes(`${PREFERENCE_COOKIES[preference]}=off`);
}

/** Keeps a choice in this browser for a year; the server reads it with the next page. */
export function keepChoice(cookie: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has a CookieStore
  document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax${secure}`;
}
