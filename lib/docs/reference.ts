import { ERRORS } from "@/lib/core/errors/errors";
import { keysOf } from "@/lib/core/keys";
import type { OpenApi, OpenApiOperation, OpenApiParameter } from "@/lib/openapi/types";
import { describeType, listMembers } from "./schema-table";

/** An operation with its method and path. */
interface Endpoint {
  method: string;
  /** In the notation of `docs/api.md`: `/v1/sessions/:session_id`. */
  path: string;
  operation: OpenApiOperation;
}

const endpointsOf = (document: OpenApi): Endpoint[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, ":$1"),
      operation,
    })),
  );

/** Returns the path of a tag's page below `/docs`. */
export const tagSlug = (tag: string): string => `reference/${tag.toLowerCase().replaceAll(" ", "-")}`;

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");
const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Returns the list of all endpoints. */
export function listEndpoints(document: OpenApi): string {
  const rows = endpointsOf(document).map(({ method, path, operation }) => [
    `[\`${method} ${path}\`](#${method.toLowerCase()}-${path.replaceAll(/[/:]/g, "")})`,
    operation.summary,
    operation["x-takings-origin"] === "specification" ? `§${operation["x-takings-section"]}` : "ours",
  ]);
  return [
    "The same reference for programs is the [OpenAPI 3.1 document](/openapi.json). The last column has the section of the " +
      "interface specification; endpoints marked *ours* are additions beyond it.",
    table(["endpoint", "purpose", "origin"], rows),
  ].join("\n\n");
}

/** Returns the reference of the endpoints of a tag. */
export function describeTag(document: OpenApi, tag: string): string {
  const endpoints = endpointsOf(document).filter(({ operation }) => operation.tags.includes(tag));
  return endpoints.map((endpoint) => describeEndpoint(document, endpoint)).join("\n\n");
}

function describeEndpoint(document: OpenApi, endpoint: Endpoint): string {
  const { method, path, operation } = endpoint;
  const origin =
    operation["x-takings-origin"] === "specification"
      ? `Section ${operation["x-takings-section"]} of the interface specification.`
      : "**Ours:** an addition beyond the interface specification.";
  return [
    `## \`${method} ${path}\``,
    `${operation.description} ${origin}`,
    ...describeParameters(document, operation),
    ...describeRequest(document, endpoint),
    ...describeSuccess(document, operation),
    ...describeErrorTable(document, operation),
    ...describeNotShown(operation),
  ].join("\n\n");
}

function parametersOf(document: OpenApi, { parameters = [] }: OpenApiOperation): OpenApiParameter[] {
  return parameters.flatMap((parameter) =>
    "$ref" in parameter
      ? (document.components.parameters[parameter.$ref.split("/").at(-1) ?? ""] ?? [])
      : parameter,
  );
}

function describeParameters(document: OpenApi, operation: OpenApiOperation): string[] {
  const rows = parametersOf(document, operation).map(({ name, in: place, required, description, schema }) => [
    `\`${name}\``,
    place,
    describeType(schema, document),
    required ? "yes" : "no",
    "default" in schema ? `${description} Default ${JSON.stringify(schema.default)}.` : description,
  ]);
  return rows.length === 0
    ? []
    : ["### Parameters", table(["name", "in", "type", "required", "meaning"], rows)];
}

function describeRequest(document: OpenApi, { method, path, operation }: Endpoint): string[] {
  const media = operation.requestBody?.content["application/json"];
  const members = media ? listMembers(media.schema, document) : [];
  const rows = members.map(({ path: name, type, isRequired, description }) => [
    `\`${name}\``,
    type,
    isRequired ? "yes" : "no",
    description,
  ]);
  const body = rows.length === 0 ? [] : ["### Body", table(["member", "type", "required", "meaning"], rows)];
  return operation.security
    ? body
    : [...body, "### Request", formatCurl(document, { method, path, operation })];
}

/** Returns an endpoint's example request as a command. */
function formatCurl(document: OpenApi, { method, path, operation }: Endpoint): string {
  const parameters = parametersOf(document, operation);
  const exampleOf = (name: string) =>
    encodeURIComponent(String(parameters.find((one) => one.name === name)?.example ?? ""));
  const required = parameters.filter((one) => one.in === "query" && one.required);
  const query = required.map(({ name }) => `${name}=${exampleOf(name)}`).join("&");
  const url =
    path.replaceAll(/:(\w+)/g, (_, name: string) => exampleOf(name)) + (query === "" ? "" : `?${query}`);
  const example = operation.requestBody?.content["application/json"]?.example;
  const lines = [
    `curl -s ${method === "GET" ? "" : `-X ${method} `}"$BASE${url}" -H "x-api-key: $KEY"`,
    ...(example === undefined
      ? []
      : [
          "  -H 'content-type: application/json'",
          `  -d '${JSON.stringify(example, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return `\`\`\`sh\n${lines.join(" \\\n")}\n\`\`\``;
}

function describeSuccess(document: OpenApi, { responses }: OpenApiOperation): string[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    const media = "content" in response ? response.content?.["application/json"] : undefined;
    if (!media) return [];
    const rows = listMembers(media.schema, document)
      .filter(({ path }) => path.startsWith("data.") || path.startsWith("data["))
      .map(({ path, type, description }) => [`\`${path}\``, type, description]);
    const members = rows.length === 0 ? [] : [table(["member", "type", "meaning"], rows)];
    return [`### Response ${status}`, json(media.example), ...members];
  });
}

function describeErrorTable(document: OpenApi, { responses }: OpenApiOperation): string[] {
  const codes = new Set(
    Object.values(responses).flatMap((response) => {
      const shared =
        "$ref" in response ? document.components.responses[response.$ref.split("/").at(-1) ?? ""] : undefined;
      return Object.keys(shared?.content?.["application/problem+json"]?.examples ?? {});
    }),
  );
  const rows = keysOf(ERRORS)
    .filter((code) => codes.has(code))
    .map((code) => [String(ERRORS[code].status), `[\`${code}\`](/docs/errors#${code})`, ERRORS[code].title]);
  return ["### Errors", table(["status", "code", "title"], rows)];
}

function describeNotShown({ "x-not-shown": answers = [] }: OpenApiOperation): string[] {
  if (answers.length === 0) return [];
  const lines = answers.map(({ question, answer, behaviour }) => `- ${question}: ${behaviour} (*${answer}*)`);
  return ["### Where the specification shows nothing", lines.join("\n")];
}

/** Returns the reference of the events that the service sends. */
export function describeEvents(document: OpenApi): string {
  const events = Object.entries(document.webhooks).map(([event, { post }]) => {
    const media = post.requestBody?.content["application/json"];
    const rows = media
      ? listMembers(media.schema, document).map(({ path, type, description }) => [
          `\`${path}\``,
          type,
          description,
        ])
      : [];
    return [
      `## \`${event}\``,
      post.description,
      ...describeParameters(document, post),
      "### Body",
      json(media?.example),
      table(["member", "type", "meaning"], rows),
    ].join("\n\n");
  });
  return [
    "How events are signed, repeated and ordered is in [Webhooks](/docs/webhooks); how to receive them in " +
      "[Receiving and verifying events](/docs/verifying-events).",
    ...events,
  ].join("\n\n");
}
