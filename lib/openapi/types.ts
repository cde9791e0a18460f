import type { JsonSchema } from "./json-schema";

/** The parts of the document that readers of it need. */
export interface OpenApi {
  openapi: string;
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  webhooks: Record<string, { post: OpenApiOperation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, OpenApiResponse>;
    parameters: Record<string, OpenApiParameter>;
    examples: Record<string, { value: unknown }>;
  };
}

/** An operation, or an event that the service sends. */
export interface OpenApiOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: (OpenApiParameter | { $ref: string })[];
  requestBody?: { content: Record<string, OpenApiMedia> };
  responses: Record<string, OpenApiResponse | { $ref: string }>;
  security?: object[];
  "x-takings-origin"?: "specification" | "takings";
  "x-takings-section"?: string;
  "x-not-shown"?: { question: string; answer: string; behaviour: string }[];
}

export interface OpenApiParameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description: string;
  schema: JsonSchema;
  example?: unknown;
}

export interface OpenApiResponse {
  headers: Record<string, { $ref: string }>;
  /** Absent for 304. */
  content?: Record<string, OpenApiMedia>;
}

interface OpenApiMedia {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}
