import { z } from "zod";
import { assertDefined } from "@/lib/core/errors/assert";
import { IDEMPOTENCY_KEY } from "@/lib/idempotency";
import { composeExample } from "./example";
import type { JsonSchema, SchemaConverter } from "./json-schema";
import { listNotShown } from "./not-shown";
import { describeResponses, hasEntityTag, isKeyedWrite, type Operation } from "./responses";

/** Returns the OpenAPI operation of an endpoint. Throws if the endpoint declares no `docs`. */
export function describeOperation(operation: Operation, schemas: SchemaConverter, signatures: string[]) {
  const { endpoint, method, path } = operation;
  const docs = assertDefined(endpoint.docs, `${method} ${path} has docs`);
  const { operationId, summary, description, tag, section } = docs;
  const notShown = section === undefined ? [] : listNotShown(section);
  const parameters = describeParameters(operation, schemas);
  return {
    operationId,
    summary,
    description,
    tags: [tag],
    "x-takings-origin": section === undefined ? "takings" : "specification",
    ...(section !== undefined && { "x-takings-section": section }),
    ...(notShown.length > 0 && { "x-not-shown": notShown }),
    ...(endpoint.kind === "notification" && { security: signatures.map((name) => ({ [name]: [] })) }),
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(operation, schemas),
    responses: describeResponses(operation, schemas),
  };
}

function describeParameters(operation: Operation, schemas: SchemaConverter) {
  const { endpoint } = operation;
  return [
    ...listParameters("path", endpoint.params, schemas),
    ...listParameters("query", endpoint.kind === "notification" ? undefined : endpoint.query, schemas),
    ...(hasEntityTag(operation) ? [{ $ref: "#/components/parameters/If-None-Match" }] : []),
    ...(isKeyedWrite(operation) ? [{ $ref: `#/components/parameters/${IDEMPOTENCY_KEY}` }] : []),
  ];
}

function listParameters(place: "path" | "query", params: z.ZodType | undefined, schemas: SchemaConverter) {
  if (!(params instanceof z.ZodObject)) return [];
  return Object.entries(params.shape).map(([name, param]) => {
    const { description, examples, ...schema } = schemas.convert(param);
    return {
      name,
      in: place,
      required: place === "path" || !param.safeParse(undefined).success,
      description,
      schema,
      ...(Array.isArray(examples) && { example: examples[0] }),
    };
  });
}

function describeBody({ endpoint }: Operation, schemas: SchemaConverter) {
  if (endpoint.kind === "notification") {
    const schema: JsonSchema = { description: "The notification in the bank's own form." };
    return { requestBody: { required: true, content: { "*/*": { schema } } } };
  }
  if (!endpoint.body) return {};
  const schema = schemas.convert(endpoint.body);
  const example = composeExample(schema, schemas);
  return { requestBody: { required: true, content: { "application/json": { schema, example } } } };
}
