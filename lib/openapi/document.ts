import { ERRORS } from "@/lib/core/errors/errors";
import { entriesOf, keysOf } from "@/lib/core/keys";
import { TAGS } from "@/lib/http/endpoint";
import { Problem } from "@/lib/http/response/problem";
import { IDEMPOTENCY_KEY } from "@/lib/idempotency";
import type { Route } from "@/lib/server/router";
import manifest from "@/package.json";
import { exampleProblem } from "./error-docs";
import { SchemaConverter } from "./json-schema";
import { listNotShown } from "./not-shown";
import { describeOperation } from "./operation";
import { describeErrors, listErrors, NOT_MODIFIED, type Operation } from "./responses";
import { describeWebhooks } from "./webhooks";

/** What the document says about one deployment. */
export interface Deployment {
  serviceName: string;
  /** The public address, without a path. */
  origin: string;
  /** The banks that may send notifications, with the headers of their signatures. */
  banks: readonly { name: string; signatureHeader: string }[];
}

/** Lists the operations of the API's routes. Throws if a handler declares no endpoint. */
function listOperations(routes: readonly Route[]): Operation[] {
  return routes.flatMap(({ path, handlers }) =>
    entriesOf(handlers).map(([method, handler]) => {
      if (!handler?.endpoint) throw new Error(`${method} ${path} declares no endpoint`);
      return { method, path, endpoint: handler.endpoint };
    }),
  );
}

/** Creates the OpenAPI 3.1 document of the API from the endpoints that serve it. The same input gives the same text. */
export function createDocument(routes: readonly Route[], deployment: Deployment) {
  const schemas = new SchemaConverter();
  schemas.convert(Problem);
  const operations = listOperations(routes).sort(bySection);
  const signatures = deployment.banks.map(({ name }) => `${name}Signature`);
  const paths: Record<string, object> = {};
  for (const operation of operations) {
    const path = operation.path.replaceAll("[", "{").replaceAll("]", "}");
    const described = describeOperation(operation, schemas, signatures);
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
  }
  const webhooks = describeWebhooks(schemas);
  return {
    openapi: "3.1.1",
    info: describeInfo(deployment),
    servers: [{ url: deployment.origin, description: "This deployment." }],
    security: [{ apiKey: [] }],
    tags: [
      ...entriesOf(TAGS).map(([name, description]) => ({ name, description })),
      { name: "Webhooks", description: "The events that the service sends." },
    ],
    paths,
    webhooks,
    components: { schemas: schemas.components(), ...describeShared(operations, deployment) },
    "x-not-shown": listNotShown(),
  };
}

const sectionNumber = ({ endpoint }: Operation) => Number(endpoint.docs?.section?.replace("4.", "") ?? 1000);

/** Orders operations by their section of the specification; those beyond it come last, by path. */
const bySection = (a: Operation, b: Operation) =>
  sectionNumber(a) - sectionNumber(b) || (a.path < b.path ? -1 : 1);

const describeInfo = ({ serviceName, origin }: Deployment) => ({
  title: `${serviceName} API`,
  version: manifest.version,
  summary: manifest.description,
  description:
    `Guides are at ${origin}/docs. Operations marked \`x-takings-origin: specification\` have the paths and shapes of the ` +
    "interface specification; the others are additions of this service. `x-not-shown` lists what the service does where " +
    'the specification says "not shown".',
  license: { name: "MIT", identifier: "MIT" },
});

/** Returns the components besides schemas. */
function describeShared(operations: Operation[], { banks }: Deployment) {
  const codes = new Set(operations.flatMap(listErrors));
  return {
    responses: { not_modified: NOT_MODIFIED, ...describeErrors(operations) },
    parameters: { [IDEMPOTENCY_KEY]: IDEMPOTENCY_PARAMETER, "If-None-Match": CONDITION_PARAMETER },
    headers: HEADERS,
    examples: Object.fromEntries(
      keysOf(ERRORS)
        .filter((code) => codes.has(code))
        .map((code) => [code, { summary: ERRORS[code].title, value: exampleProblem(code) }]),
    ),
    securitySchemes: {
      apiKey: {
        ...{ type: "apiKey", in: "header", name: "x-api-key" },
        description:
          "The organisation's API key: `tk_test_…` sees test data only, `tk_live_…` live data only.",
      },
      ...Object.fromEntries(
        banks.map(({ name, signatureHeader }) => [
          `${name}Signature`,
          {
            ...{ type: "apiKey", in: "header", name: signatureHeader },
            description: `The HMAC signature of ${name} over its notification.`,
          },
        ]),
      ),
    },
  };
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_KEY,
  in: "header",
  description:
    "A new random string for each new request, in double quotes (RFC 8941). A repeat of the same request with the same key " +
    "gets the first answer, and nothing is executed again.",
  schema: { type: "string", minLength: 1 },
  example: '"8e03978e-40d5-43e8-bc93-6894a57f9324"',
};

const CONDITION_PARAMETER = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of an earlier answer. If it still holds, the answer is 304 without a body.",
  schema: { type: "string" },
};

const HEADERS = {
  ETag: {
    description: "The entity tag of the content (RFC 9110).",
    schema: { type: "string" },
  },
  Link: {
    description: "The pages `first`, `prev` and `next` (RFC 8288), as references relative to the request.",
    schema: { type: "string" },
  },
  RateLimit: {
    description:
      "If the deployment has a rate limit: what remains of it (draft-ietf-httpapi-ratelimit-headers).",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description: "If the deployment has a rate limit: its quota and window.",
    schema: { type: "string" },
  },
  "X-Request-Id": {
    description: "Identifies the request, also in the service's log.",
    schema: { type: "string", pattern: "^req_[0-9a-z]{26}$" },
  },
  "Idempotency-Replayed": {
    description: "`true` if this is the stored answer of an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", const: "true" },
  },
  "Retry-After": {
    description: "The number of seconds after which to send the request again.",
    schema: { type: "integer", minimum: 0 },
  },
  "WWW-Authenticate": {
    description: "How to authenticate (RFC 9110).",
    schema: { type: "string" },
  },
};
