import { STATUS_CODES } from "node:http";
import { ERRORS, type ErrorCode } from "@/lib/core/errors/errors";
import { groupBy, keysOf } from "@/lib/core/keys";
import type { AnyEndpoint, NotificationEndpoint } from "@/lib/http/endpoint";
import { isSafeMethod } from "@/lib/http/request/authenticate";
import { ERROR_DOCS } from "./error-docs";
import { composeExample } from "./example";
import { COMPONENTS, type JsonSchema, type SchemaConverter } from "./json-schema";

/** An endpoint of the API with the method and the path at which it is served. */
export interface Operation {
  method: string;
  /** In the notation of its folder: `/v1/sessions/[session_id]`. */
  path: string;
  endpoint: AnyEndpoint | NotificationEndpoint;
}

/** Returns whether an operation is a write that an `Idempotency-Key` executes once. */
export const isKeyedWrite = ({ endpoint, method }: Operation): boolean =>
  endpoint.kind === "value" && !isSafeMethod(method);

/** Returns whether the responses of an operation have an entity tag. */
export const hasEntityTag = ({ endpoint }: Operation): boolean =>
  endpoint.kind === "value" && Boolean(endpoint.hasContentTag ?? endpoint.docs?.setsEntityTag);

/** Lists the errors that an operation can answer, in the order of `ERRORS`. */
export function listErrors(operation: Operation): ErrorCode[] {
  const { endpoint, method, path } = operation;
  const isNotification = endpoint.kind === "notification";
  const possible: Partial<Record<ErrorCode, boolean>> = {
    invalid_request: true,
    unauthenticated: !isNotification,
    invalid_signature: isNotification,
    insufficient_scope: !isNotification && !isSafeMethod(method),
    address_not_allowed: !isNotification,
    not_found: !isNotification && path.includes("["),
    idempotency_key_in_use: isKeyedWrite(operation),
    body_too_large: true,
    too_many_requests: !isNotification,
    unsupported_media_type: endpoint.kind === "value" && endpoint.body !== undefined,
    idempotency_key_reused: isKeyedWrite(operation),
    internal: true,
    unavailable: true,
  };
  return keysOf(ERRORS).filter((code) => possible[code] || endpoint.docs?.errors?.includes(code));
}

/** Returns the responses of an operation by status: its success, then its errors. */
export function describeResponses(operation: Operation, schemas: SchemaConverter) {
  const errors = groupBy(listErrors(operation), (code) => ERRORS[code].status);
  return Object.fromEntries([
    describeSuccess(operation, schemas),
    ...(hasEntityTag(operation) ? [["304", { $ref: "#/components/responses/not_modified" }]] : []),
    ...[...errors].map(([status, codes]) => [
      String(status),
      { $ref: `#/components/responses/${nameResponse(codes)}` },
    ]),
  ]);
}

/** Returns the responses of all errors that operations refer to, by name. */
export function describeErrors(operations: readonly Operation[]) {
  const groups = operations.flatMap((operation) => [
    ...groupBy(listErrors(operation), (code) => ERRORS[code].status).values(),
  ]);
  const named = groups.map((codes) => [nameResponse(codes), describeError(codes)] as const);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The name of the response of one status: the codes that it can have. */
const nameResponse = (codes: readonly ErrorCode[]) => codes.join("_or_");

function describeSuccess(operation: Operation, schemas: SchemaConverter) {
  const { endpoint } = operation;
  const status = endpoint.kind === "value" ? endpoint.status : 200;
  const schema = describeBody(endpoint, schemas);
  const example = composeExample(schema, schemas);
  const isPage = endpoint.kind === "rows" && endpoint.query !== undefined;
  const headers = describeHeaders([
    "X-Request-Id",
    ...(endpoint.kind === "notification" ? [] : ["RateLimit", "RateLimit-Policy"]),
    ...(isPage ? ["Link"] : []),
    ...(hasEntityTag(operation) ? ["ETag"] : []),
    ...(isKeyedWrite(operation) ? ["Idempotency-Replayed"] : []),
  ]);
  const description =
    endpoint.kind === "notification" ? "Stored; or the acknowledgement that the bank demands." : "Success.";
  return [String(status), { description, headers, content: { "application/json": { schema, example } } }];
}

/** Returns the schema of a success: the envelope of §1, except that some banks demand their own acknowledgement. */
function describeBody(endpoint: Operation["endpoint"], schemas: SchemaConverter): JsonSchema {
  if (endpoint.kind === "notification") return { type: "object", examples: [{ success: true, data: {} }] };
  return {
    type: "object",
    properties: { success: { type: "boolean", const: true }, data: describeData(endpoint, schemas) },
    required: ["success", "data"],
  };
}

/** Returns the schema of an endpoint's `data`. */
function describeData(endpoint: AnyEndpoint, schemas: SchemaConverter): JsonSchema {
  if (endpoint.kind === "value") return schemas.convert(endpoint.response);
  const rows = { type: "array", items: schemas.convert(endpoint.row) };
  return endpoint.head && endpoint.member
    ? schemas.extend(schemas.convert(endpoint.head), endpoint.member, rows)
    : rows;
}

function describeError(codes: readonly ErrorCode[]) {
  const [status] = codes.map((code) => ERRORS[code].status);
  const headers = ["X-Request-Id", ...new Set(codes.flatMap((code) => ERROR_DOCS[code].headers ?? []))];
  return {
    description: `${STATUS_CODES[status ?? 0]}: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
    headers: describeHeaders(headers),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [{ $ref: `${COMPONENTS}Problem` }],
          properties: { status: { const: status }, code: { enum: codes } },
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

/** References to headers of the document, by name. */
const describeHeaders = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The response 304, which has no body. */
export const NOT_MODIFIED = {
  description: "Not Modified: the client has this entity tag.",
  headers: describeHeaders(["X-Request-Id", "ETag"]),
};
