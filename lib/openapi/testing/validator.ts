import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { OpenApi, OpenApiOperation, OpenApiResponse } from "../types";

const NAME = "openapi";
const toStep = (step: string) => step.replaceAll("~", "~0").replaceAll("/", "~1");

/** Closes every object schema: a member that the document does not describe is an error. */
function closeObjects(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeObjects);
  if (typeof schema !== "object" || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closeObjects(value)]));
  const isOpen = closed.type === "object" && "properties" in closed && !("additionalProperties" in closed);
  return isOpen ? { ...closed, additionalProperties: false } : closed;
}

/** Validates values against the schemas of an OpenAPI document. Each function returns the faults, [] if there are none. */
export interface Validator {
  /** A value against the schema at a path into the document. */
  value(path: readonly string[], value: unknown): string[];
  /** The status, media type and body of an answer against the responses of an operation. */
  answer(operation: OpenApiOperation, answer: { status: number; type: string; body: unknown }): string[];
}

/** Creates the validator of a document. */
export function createValidator(document: OpenApi): Validator {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(closeObjects(document) as object, NAME);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path: ["paths", path, method], operation })),
  );

  function value(path: readonly string[], given: unknown): string[] {
    const validate = ajv.getSchema(`${NAME}#/${path.map(toStep).map(encodeURIComponent).join("/")}`);
    if (!validate) throw new Error(`the document has no schema at ${path.join(" ")}`);
    return validate(given) ? [] : (validate.errors ?? []).map(describe);
  }

  function answer(
    operation: OpenApiOperation,
    { status, type, body }: { status: number; type: string; body: unknown },
  ): string[] {
    const place = operations.find((one) => one.operation === operation);
    const response = operation.responses[status];
    if (!place || !response) return [`the status ${status} is not documented`];
    const path =
      "$ref" in response ? response.$ref.split("/").slice(1) : [...place.path, "responses", String(status)];
    const described = path.reduce<unknown>((node, step) => Reflect.get(Object(node), step), document);
    const { content } = described as OpenApiResponse;
    if (!content) return body === "" ? [] : ["a body is not documented"];
    if (!(type in content)) return [`the media type ${type} is not documented`];
    return value([...path, "content", type, "schema"], body);
  }

  return { value, answer };
}

const describe = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath} ${message} ${JSON.stringify(params)}`;
