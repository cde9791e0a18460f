import ipaddr from "ipaddr.js";

/** Whether a host, as in a URL, is `localhost` or a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");
}

/** Whether the host of a URL is this machine; false for a text that is no URL. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && isLoopbackHost(new URL(url).hostname);

interface EmulatedSettings extends Partial<Record<string, unknown>> {
  AUTH_URL?: string | undefined;
  BANK_PROVIDERS?: readonly string[] | undefined;
}

/**
 * Whether the dashboard and every bank are on this machine, as with `npm run emulators`: then nothing leaves it, and plain
 * http is enough. A bank without an API address is a real one.
 */
export function isEmulated(settings: EmulatedSettings): boolean {
  const { AUTH_URL, BANK_PROVIDERS = [] } = settings;
  const urls = BANK_PROVIDERS.map((name) => settings[`${name.toUpperCase()}_BASE_URL`]);
  return [AUTH_URL, ...urls].every((url) => isLoopbackUrl(String(url)));
}
