import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { type IssuedKey, issueApiKey, listOwnApiKeys, revokeApiKey, rotateApiKey } from "@/lib/organisations";
import {
  ApiKeys,
  IssueKey,
  NewApiKey,
  ReplacedApiKey,
  RevokedApiKey,
  RotateKey,
} from "@/lib/organisations/contract";

const KeyParams = z.object({ key_id: idSchema("apiKey") });

const toNewKeyJson = ({ keyId, name, apiKey }: IssuedKey) => ({ key_id: keyId, name, api_key: apiKey });

/** Lists the API keys of the organisation, without their secrets. */
export const listKeysEndpoint = endpoint({
  name: "list API keys",
  params: z.object({}),
  status: 200,
  response: ApiKeys,
  handle: (scope) => listOwnApiKeys(scope),
});

/** Issues an API key. Returns its secret, shown once. */
export const issueKeyEndpoint = endpoint({
  name: "issue API key",
  params: z.object({}),
  body: IssueKey,
  status: 201,
  response: NewApiKey,
  handle: async (scope, { body: { mode, name, ...limits } }) => {
    const issued = await issueApiKey(scope, {
      ...{ mode, name },
      limits: { scope: limits.scope, allowedAddresses: limits.allowed_addresses },
    });
    return toNewKeyJson(issued);
  },
});

/** Issues a replacement of an API key; the old key stays valid for the requested time. */
export const rotateKeyEndpoint = endpoint({
  name: "rotate API key",
  params: KeyParams,
  body: RotateKey,
  status: 201,
  response: ReplacedApiKey,
  handle: async (scope, { params, body }) => {
    const overlapMs = body.overlap_hours * 3_600_000;
    const replacement = await rotateApiKey(scope, { keyId: params.key_id, overlapMs });
    return { ...toNewKeyJson(replacement), old_key_expires_at: replacement.oldKeyExpiresAt };
  },
});

/** Revokes an API key. */
export const revokeKeyEndpoint = endpoint({
  name: "revoke API key",
  params: KeyParams,
  status: 200,
  response: RevokedApiKey,
  handle: async (scope, { params }) => {
    const { keyId, revokedAt } = await revokeApiKey(scope, { keyId: params.key_id });
    return { key_id: keyId, revoked_at: revokedAt };
  },
});
