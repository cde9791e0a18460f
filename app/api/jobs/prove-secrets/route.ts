import { readJson } from "@/lib/http/request/read-input";
import { forJob } from "@/lib/http/serve";
import { proveSecrets, SecretChallenge, SecretProofs } from "@/lib/security/secret-proofs";

/** Lets `takings doctor --live` compare its secrets with those of this process. */
export const POST = forJob(SecretProofs, async (request) =>
  proveSecrets((await readJson(request, SecretChallenge)).nonce),
);
