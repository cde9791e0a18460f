const YEAR_S = 365 * 86_400;

/** Stores a preference in a cookie per browser, because a phone at the gate may need another theme than the office. */
export function storePreference(cookie: string, value: string): void {
  const secure = window.location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the server must read it with the next page
  document.cookie = `${cookie}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}
