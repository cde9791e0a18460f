import { z } from "zod";
import { idOf } from "@/lib/core/ids";
import { endpoint } from "@/lib/http/endpoint";
import { issueKeyOf, listKeysOf, revokeKeyOf, rotateKeyOf } from "@/lib/organisations";
import {
  ApiKeys,
  IssueKey,
  NewApiKey,
  ReplacedApiKey,
  RevokedApiKey,
  RotateKey,
} from "@/lib/organisations/contract";

const KeyParams = z.object({ key_id: idOf("apiKey") });

export const listKeysEndpoint = endpoint({
  name: "list API keys",
  params: z.object({}),
  status: 200,
  response: ApiKeys,
  handle: (scope) => listKeysOf(scope),
});

export const issueKeyEndpoint = endpoint({
  name: "issue API key",
  params: z.object({}),
  body: IssueKey,
  status: 201,
  response: NewApiKey,
  handle: (scope, { body }) => issueKeyOf(scope, body),
});

export const rotateKeyEndpoint = endpoint({
  name: "rotate API key",
  params: KeyParams,
  body: RotateKey,
  status: 201,
  response: ReplacedApiKey,
  handle: (scope, { params, body }) => rotateKeyOf(scope, params.key_id, body),
});

export const revokeKeyEndpoint = endpoint({
  name: "revoke API key",
  params: KeyParams,
  status: 200,
  response: RevokedApiKey,
  handle: (scope, { params }) => revokeKeyOf(scope, params.key_id),
});
