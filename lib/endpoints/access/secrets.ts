import { z } from "zod";
import { endpoint } from "@/lib/http/endpoint";
import { rotateSigningSecret, type SigningSecret, showSigningSecrets } from "@/lib/organisations";
import { SigningSecrets } from "@/lib/webhooks/contract";

const toSecretsJson = (secrets: SigningSecret[]) => ({
  secrets: secrets.map(({ secret, createdAt, retiresAt }) => ({
    secret,
    created_at: createdAt,
    retires_at: retiresAt,
  })),
});

export const showSecretsEndpoint = endpoint({
  name: "show signing secrets",
  params: z.object({}),
  status: 200,
  response: SigningSecrets,
  handle: async (scope) => toSecretsJson(await showSigningSecrets(scope)),
});

export const rotateSecretEndpoint = endpoint({
  name: "rotate signing secret",
  params: z.object({}),
  status: 200,
  response: SigningSecrets,
  handle: async (scope) => toSecretsJson(await rotateSigningSecret(scope)),
});
