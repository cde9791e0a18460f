import { request } from "undici";
import { z } from "zod";
import { isLoopbackUrl } from "@/lib/core/settings/loopback";
import { describeError } from "../../output";
import { type Finding, ok, problem } from "./check";

const TIMEOUT_MS = 5_000;

/** The answer of this service to a notification without a valid signature (`docs/api.md`, errors). */
const Refusal = z.object({ success: z.literal(false), code: z.literal("invalid_signature") });

/**
 * Checks a webhook URL: https, reachable by others, and answered by this service, which refuses a notification without a
 * signature. It is requested from this machine: whether the bank reaches it, only a notification shows. Never throws.
 */
export async function checkWebhookUrl(url: string): Promise<Finding> {
  const address = checkPublicAddress(url);
  return address.result === "problem" ? address : requestWebhook(url);
}

/** Checks that the banks and browsers can use an address: https, and not this machine's own name. */
export function checkPublicAddress(url: string): Finding {
  if (isLoopbackUrl(url))
    return problem(
      `${url} is on this machine: no bank reaches it.`,
      "Set AUTH_URL to the public https address.",
    );
  if (!url.startsWith("https:"))
    return problem(`${url} is not https.`, "Set AUTH_URL to the public https address.");
  return ok(`${url} is https and not this machine's own name.`);
}

/** Sends a notification without a signature and expects this service's refusal. Never throws. */
export async function requestWebhook(url: string): Promise<Finding> {
  const remedy = `Let the proxy pass ${new URL(url).pathname} to this service, with its headers and body unchanged.`;
  try {
    const { statusCode, body } = await request(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const isOurs = Refusal.safeParse(parse(await body.text())).success;
    if (statusCode === 401 && isOurs)
      return ok(`${url} is answered by this service, which refuses a notification without a signature.`);
    return problem(`${url} answered ${statusCode}, not as this service does.`, remedy);
  } catch (thrown) {
    return problem(
      `${url} does not answer this machine: ${describeError(thrown).message}.`,
      "Check its name, certificate and proxy, and that the service runs. If other machines reach it, only this network does not.",
    );
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
