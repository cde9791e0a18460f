import { randomBytes } from "node:crypto";
import { request } from "undici";
import { z } from "zod";
import { keysOf } from "@/lib/core/keys";
import { proveSecrets, SecretProofs } from "@/lib/security/secret-proofs";
import { describeError } from "../../output";
import { type Finding, notTried, ok, problem } from "./check";

const TIMEOUT_MS = 5_000;
const Answer = z.object({ data: SecretProofs });
const NAMES: Record<keyof SecretProofs, string> = {
  encryption_key: "ENCRYPTION_KEY",
  auth_secret: "AUTH_SECRET",
  bank_credentials: "the credentials of the banks",
};

/**
 * Compares the secrets of these settings with those of a running process, by proofs over a new nonce: no secret is sent except
 * the job secret, which authenticates the request. Never throws.
 */
export async function checkSecrets(url: string, jobSecret: string | undefined): Promise<Finding> {
  const nonce = randomBytes(32).toString("hex");
  try {
    const { statusCode, body } = await request(`${url.replace(/\/+$/, "")}/api/jobs/prove-secrets`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${jobSecret}` },
      body: JSON.stringify({ nonce }),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (statusCode === 401) return differing(url, ["JOB_SECRET"]);
    if (statusCode === 404) return notTried(`${url} runs an earlier version, which cannot be compared.`);
    const { data } = Answer.parse(await body.json());
    return compare(url, data, proveSecrets(nonce));
  } catch (thrown) {
    return problem(
      `The secrets of ${url} could not be compared: ${describeError(thrown).message}.`,
      "Start the service there, or correct its address.",
    );
  }
}

function compare(url: string, theirs: SecretProofs, ours: SecretProofs): Finding {
  const names = keysOf(NAMES).filter((name) => theirs[name] !== ours[name]);
  // The proof of the credentials differs with the encryption key.
  const known = names.includes("encryption_key")
    ? names.filter((name) => name !== "bank_credentials")
    : names;
  if (known.length > 0)
    return differing(
      url,
      known.map((name) => NAMES[name]),
    );
  return ok(`${url} has the same secrets as these settings.`);
}

const differing = (url: string, names: string[]) =>
  problem(
    `${url} has other values than these settings: ${names.join(", ")}.`,
    "Give every process, and this command, the same values, and restart the processes.",
  );
