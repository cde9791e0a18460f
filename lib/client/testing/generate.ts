import openapiTS, { astToString } from "openapi-typescript";
import { createDocument } from "@/lib/openapi/document";
import { routes } from "@/lib/server/routes.generated";

/** The parts of an operation that the client is generated from. */
interface DocumentedOperation {
  operationId: string;
  summary: string;
  description: string;
  security?: object[];
  parameters?: { in?: string; name?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>;
}

interface Schema {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
}

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/**
 * Returns the text of `api.generated.ts`: the types of the OpenAPI document, a table of the operations that use an API
 * key, and the methods of the client. Throws for an operation that the client cannot call.
 */
export async function generateApi(): Promise<string> {
  const deployment = { serviceName: "Takings", origin: "http://localhost:3000", banks: [] };
  const document: Document = JSON.parse(JSON.stringify(createDocument(routes, deployment)));
  const operations = listOperations(document);
  document.paths = keepPathsOf(operations);
  const types = await openapiTS(JSON.stringify(document, keepWhatTypesNeed), { defaultNonNullable: false });
  return [
    "// Generated from the OpenAPI document (lib/client/testing/generate.ts): do not edit.",
    "// `npm run client:types` regenerates it.",
    'import type { Method } from "./types";',
    "",
    // Always empty, because the schemas of the document are its components.
    astToString(types).replace(/^export type \$defs = .*\n/m, ""),
    "/** How each method is sent. `rows`: the response is paginated; its rows are `data` itself or this member of `data`. */",
    "export const OPERATIONS = {",
    ...operations.map(({ id, entry }) => `  ${id}: ${JSON.stringify(entry)},`),
    "} as const;",
    "",
    "/** The methods of the client, one for each operation of the API. */",
    "export interface Methods {",
    ...operations.flatMap(({ id, operation }) => [
      "  /**",
      `   * ${operation.summary}.`,
      "   *",
      `   * ${operation.description}`,
      "   */",
      `  ${id}: Method<"${id}">;`,
    ]),
    "}",
    "",
  ].join("\n");
}

/**
 * JSON replacer that omits what does not affect the types: unsuccessful responses, headers, and examples of whole
 * bodies.
 */
function keepWhatTypesNeed(key: string, value: unknown): unknown {
  if (["headers", "examples"].includes(key) && !Array.isArray(value)) return undefined;
  if (key === "parameters")
    return Array.isArray(value) ? value.filter((parameter) => !("$ref" in parameter)) : undefined;
  if (typeof value !== "object" || value === null) return value;
  if (key === "responses")
    return Object.fromEntries(Object.entries(value).filter(([status]) => status.startsWith("2")));
  const isMedia = "schema" in value && "example" in value && !("name" in value);
  return isMedia ? { ...value, example: undefined } : value;
}

function listOperations(document: Document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // Banks' notifications have a signature instead of an API key.
      .filter(([, { security }]) => security === undefined)
      .map(([method, operation]) => ({
        id: operation.operationId,
        operation,
        entry: describeOperation(document, method.toUpperCase(), path, operation),
      })),
  );
}

function keepPathsOf(operations: ReturnType<typeof listOperations>): Document["paths"] {
  const paths: Document["paths"] = {};
  for (const { entry, operation } of operations)
    paths[entry.path] = { ...paths[entry.path], [entry.method.toLowerCase()]: operation };
  return paths;
}

/** Returns the entry of an operation in the table. */
function describeOperation(document: Document, method: string, path: string, operation: DocumentedOperation) {
  const resolve = (schema: Schema): Schema =>
    schema.$ref ? (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {}) : schema;
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
  const body = operation.requestBody?.content["application/json"]?.schema;
  const pathNames = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  const bodyNames = Object.keys(body ? (resolve(body).properties ?? {}) : {});
  if (method !== "GET" && inQuery.length > 0)
    throw new Error(`${operation.operationId}: a write has query parameters, which the client cannot send`);
  if (bodyNames.some((name) => pathNames.includes(name)))
    throw new Error(`${operation.operationId}: the path and the body have a member of the same name`);
  const rows = findRows(operation, resolve);
  return { method, path, ...(body && { hasBody: true }), ...(rows && { rows }) };
}

/** Returns the member that contains the rows of a paginated response: `data`, or the member of it that is an array. */
function findRows({ operationId, responses }: DocumentedOperation, resolve: (schema: Schema) => Schema) {
  const success = responses[200];
  if (!success?.headers || !("Link" in success.headers)) return undefined;
  const { data } = success.content?.["application/json"]?.schema.properties ?? {};
  if (!data || data.type === "array") return "data";
  const member = Object.entries(resolve(data).properties ?? {}).find(([, { type }]) => type === "array");
  if (!member) throw new Error(`${operationId}: a paginated response has no array`);
  return member[0];
}
