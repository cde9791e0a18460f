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

export const listKeysEndpoint = endpoint({
  name: "list API keys",
  params: z.object({}),
  status: 200,
  response: ApiKeys,
  handle: (scope) => listOwnApiKeys(scope),
});

export const issueKeyEndpoint = endpoint({
  name: "issue API key",
  params: z.object({}),
  body: IssueKey,
  status: 201,
  response: NewApiKey,
  handle: (scope, { body }) => issueOwnApiKey(scope, body),
});

export const rotateKeyEndpoint = endpoint({
  name: "rotate API key",
  params: KeyParams,
  body: RotateKey,
  status: 201,
  response: ReplacedApiKey,
  handle: (scope, { params, body }) => rotateOwnApiKey(scope, params.key_id, body),
});

export const revokeKeyEndpoint = endpoint({
  name: "revoke API key",
  params: KeyParams,
  status: 200,
  response: RevokedApiKey,
  handle: (scope, { params }) => revokeOwnApiKey(scope, params.key_id),
});
