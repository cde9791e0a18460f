import { request } from "undici";
import { type Finding, notTried, ok, problem } from "./check";

/**
 * The largest difference between a bank's clock and ours. A listed payment counts as unreported two minutes after it was
 * made, and receivers reject our signatures after five: half of the shorter one.
 */
export const MAX_CLOCK_SKEW_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** The header `Date` states whole seconds: on average half a second less than the time. */
const ROUNDING_MS = 500;

/**
 * Compares this machine's clock with the header `Date` of a bank's answer to a request without credentials. Never throws.
 */
export async function checkClock(baseUrl: string): Promise<Finding> {
  if (baseUrl === "") return notTried("This service calls no API of this bank.");
  const sentAt = Date.now();
  const bankAt = await readBankTime(baseUrl).catch(() => undefined);
  if (bankAt === undefined) return notTried("The bank did not state its time.");
  const receivedAt = Date.now();
  const skewMs = (sentAt + receivedAt) / 2 - bankAt;
  const uncertainMs = (receivedAt - sentAt) / 2 + ROUNDING_MS;
  const seconds = Math.round(Math.abs(skewMs) / 1000);
  if (Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS + uncertainMs)
    return ok(`This machine's clock is within ${Math.max(seconds, 1)} s of the bank's.`);
  return problem(
    `This machine's clock is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} the bank's.`,
    "Synchronise it with NTP: tokens, signatures and the times from which lists are read depend on it.",
  );
}

async function readBankTime(baseUrl: string): Promise<number | undefined> {
  const { headers, body } = await request(baseUrl, {
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await body.dump();
  // An answer from a cache has the time at which it was stored (RFC 9111 §5.1).
  const ageSeconds = Number(headers.age ?? 0) || 0;
  const at = Date.parse(String(headers.date ?? "")) + 1000 * ageSeconds + ROUNDING_MS;
  return Number.isNaN(at) ? undefined : at;
}
