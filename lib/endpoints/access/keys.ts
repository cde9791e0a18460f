import { z } from "zod";
import { idSchema } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { issueOwnApiKey, listOwnApiKeys, revokeOwnApiKey, rotateOwnApiKey } from "@/lib/organisations";
import {
  ApiKeys,
  IssueKey,
  NewApiKey,
  ReplacedApiKey,
  RevokedApiKey,
  RotateKey,
} from "@/lib/organisations/contract";

const KeyParams = z.object({ key_id: idSchema("apiKey") });

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
  handle: (scope, { body }) => issueOwnApiKey(scope, body),
});

/** Issues a replacement of an API key; the old key stays valid for the requested time. */
export const rotateKeyEndpoint = endpoint({
  name: "rotate API key",
  params: KeyParams,
  body: RotateKey,
  status: 201,
  response: ReplacedApiKey,
  handle: (scope, { params, body }) => rotateOwnApiKey(scope, params.key_id, body),
});

/** Revokes an API key. */
export const revokeKeyEndpoint = endpoint({
  name: "revoke API key",
  params: KeyParams,
  status: 200,
  response: RevokedApiKey,
  handle: (scope, { params }) => revokeOwnApiKey(scope, params.key_id),
});
