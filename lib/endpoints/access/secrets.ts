import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { rotateSigningSecret, type SigningSecret, showSigningSecrets } from "@/lib/organisations";
import { SigningSecrets } from "@/lib/webhooks/contract";

/** Converts signing secrets to their JSON form. */
export const toSecretsJson = (secrets: SigningSecret[]) => ({
  secrets: secrets.map(({ secret, createdAt, retiresAt }) => ({
    secret,
    created_at: createdAt,
    retires_at: retiresAt,
  })),
});

/** Returns the secrets that sign webhooks now, in plain text, and records the read in the audit log. */
export const showSecretsEndpoint = endpoint({
  name: "show signing secrets",
  params: z.object({}),
  status: 200,
  response: SigningSecrets,
  handle: async (scope) => toSecretsJson(await showSigningSecrets(scope)),
});

/** Creates a new signing secret; the old one signs in addition for 24 hours. Returns all secrets that sign now. */
export const rotateSecretEndpoint = endpoint({
  name: "rotate signing secret",
  params: z.object({}),
  status: 200,
  response: SigningSecrets,
  handle: async (scope) => toSecretsJson(await rotateSigningSecret(scope)),
});
