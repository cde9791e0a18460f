import fc from "fast-check";
import type { JsonSchema } from "../../lib/openapi/json-schema";
import type { OpenApi, OpenApiOperation, OpenApiParameter } from "../../lib/openapi/types";
import type { Call } from "../fixtures";

/** An operation of the document with its place. */
export interface DocumentedOperation {
  method: string;
  /** With its parameters in braces. */
  path: string;
  operation: OpenApiOperation;
}

/** A generated request and the operation that it is for. */
export interface GeneratedRequest extends DocumentedOperation {
  call: Call & { headers: Record<string, string> };
  /** Whether it is sent with the API key. */
  isKeyed: boolean;
}

/** Lists the operations of the document. */
export const listOperations = ({ paths }: OpenApi): DocumentedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Returns the parameters of an operation, references resolved. */
export const parametersOf = (document: OpenApi, { parameters = [] }: OpenApiOperation): OpenApiParameter[] =>
  parameters.flatMap((parameter) =>
    "$ref" in parameter
      ? (document.components.parameters[parameter.$ref.split("/").at(-1) ?? ""] ?? [])
      : parameter,
  );

const asSchema = (value: unknown) => value as JsonSchema;

/** Returns values of a schema. A keyword that it does not know is ignored, so that some values are not valid. */
function valuesOf(schema: JsonSchema, document: OpenApi): fc.Arbitrary<unknown> {
  const own = freeValuesOf(schema, document);
  return Array.isArray(schema.examples)
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...schema.examples) }, { weight: 1, arbitrary: own })
    : own;
}

function freeValuesOf(schema: JsonSchema, document: OpenApi): fc.Arbitrary<unknown> {
  if (typeof schema.$ref === "string")
    return valuesOf(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}, document);
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (Array.isArray(schema.anyOf))
    return fc.oneof(...schema.anyOf.map((one) => valuesOf(asSchema(one), document)));
  if (Array.isArray(schema.type))
    return fc.oneof(
      ...schema.type.map((type) => valuesOf({ ...schema, type, examples: undefined }, document)),
    );
  if (schema.type === "string") return textsOf(schema);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "null") return fc.constant(null);
  if (schema.type === "integer") return integersOf(schema);
  if (schema.type === "array") return fc.array(valuesOf(asSchema(schema.items), document), { maxLength: 3 });
  return schema.type === "object" ? objectsOf(schema, document) : fc.jsonValue({ maxDepth: 2 });
}

function textsOf({ pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (typeof pattern === "string" && pattern.startsWith("^")) return fc.stringMatching(new RegExp(pattern));
  return fc.string({
    unit: "binary",
    minLength: Number(minLength ?? 0),
    maxLength: Math.min(Number(maxLength ?? 60), 60),
  });
}

function integersOf({ minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Number(minimum ?? 0), Number(maximum ?? 100)];
  return fc.oneof(fc.integer({ min, max: Math.min(max, min + 100) }), fc.constantFrom(min, max));
}

function objectsOf({ properties, required }: JsonSchema, document: OpenApi): fc.Arbitrary<object> {
  const members = Object.entries(asSchema(properties ?? {}));
  if (members.length === 0)
    return fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
  return fc.record(
    Object.fromEntries(members.map(([name, member]) => [name, valuesOf(asSchema(member), document)])),
    { requiredKeys: Array.isArray(required) ? required : [] },
  );
}

/** Bodies of a schema; one in five has a member that is missing or of any type. */
function bodiesOf(schema: JsonSchema, document: OpenApi): fc.Arbitrary<unknown> {
  const valid = valuesOf(schema, document);
  const broken = fc
    .tuple(valid, fc.nat(), fc.option(fc.jsonValue({ maxDepth: 1 })))
    .map(([body, at, value]) => {
      const entries = Object.entries(Object(body));
      const [name] = entries[at % Math.max(entries.length, 1)] ?? [];
      return Object.fromEntries(
        entries.flatMap(([key, old]) => (key !== name ? [[key, old]] : value === null ? [] : [[key, value]])),
      );
    });
  return fc.oneof({ weight: 4, arbitrary: valid }, { weight: 1, arbitrary: broken });
}

/** Values of headers that the service understands. */
const HEADERS: Record<string, fc.Arbitrary<string>> = {
  "Idempotency-Key": fc.uuid().map((key) => `"${key}"`),
  "If-None-Match": fc.constantFrom("*", '"another"'),
};

/** Values of a parameter: mostly the existing id of that name, if there is one. */
function parameterValues(
  { name, schema, example }: OpenApiParameter,
  ids: Record<string, string>,
  document: OpenApi,
) {
  const any = valuesOf(schema, document).map(String);
  const header = HEADERS[name];
  if (header) return fc.oneof({ weight: 5, arbitrary: header }, { weight: 1, arbitrary: any });
  const likely = ids[name] ?? example;
  return likely === undefined
    ? any
    : fc.oneof({ weight: 5, arbitrary: fc.constant(String(likely)) }, { weight: 1, arbitrary: any });
}

/** Replaces the example of a session's id in a body with that of an existing session. */
export function withSession(body: unknown, sessionId: string): unknown {
  const hasId =
    typeof body === "object" && body !== null && /^ses_\w{26}$/.test(String(Object(body).session_id));
  return hasId ? { ...body, session_id: sessionId } : body;
}

/** Header values that can be sent. */
const toHeader = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "").trim();

/** Requests of one operation: its parameters and body as the document describes them. */
function requestsOf(
  described: DocumentedOperation,
  ids: Record<string, string>,
  document: OpenApi,
  openSession: string,
): fc.Arbitrary<GeneratedRequest> {
  const { method, path, operation } = described;
  const parameters = parametersOf(document, operation);
  const values = fc.record(
    Object.fromEntries(parameters.map((one) => [one.name, parameterValues(one, ids, document)])),
    { requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name) },
  );
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const body = media
    ? bodiesOf(media.schema, document).map((one) => withSession(one, openSession))
    : fc.constant(undefined);
  const isKeyed = fc.oneof(
    { weight: 30, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  );
  return fc.tuple(values, body, isKeyed).map(([given, sent, keyed]) => {
    const encoded = (name: string) => encodeURIComponent((given[name] ?? "").toWellFormed());
    const of = (place: OpenApiParameter["in"]) =>
      parameters.filter((one) => one.in === place && given[one.name] !== undefined);
    const query = of("query")
      .map(({ name }) => `${name}=${encoded(name)}`)
      .join("&");
    const target =
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(name)) + (query === "" ? "" : `?${query}`);
    const headers: Record<string, string> = Object.fromEntries(
      of("header").map(({ name }) => [name, toHeader(given[name] ?? "")]),
    );
    const type: Record<string, string> = sent === undefined ? {} : { "content-type": "application/json" };
    const raw = sent === undefined ? {} : { raw: JSON.stringify(sent) };
    return {
      ...described,
      isKeyed: keyed && !operation.security,
      call: { method, path: target, headers: { ...type, ...headers }, ...raw },
    };
  });
}

/**
 * Returns as many requests as asked for, the same for the same seed; every operation has about the same number. Bodies name
 * `openSession`, which no request closes.
 */
export function generateRequests(
  document: OpenApi,
  ids: Record<string, string>,
  { seed, count, openSession }: { seed: number; count: number; openSession: string },
) {
  const arbitraries = listOperations(document).map((one) => requestsOf(one, ids, document, openSession));
  return fc.sample(fc.oneof(...arbitraries), { seed, numRuns: count });
}
