import { configuredProviders } from "@/lib/bank";
import { env } from "@/lib/env";
import { contentTag, isNotModified } from "@/lib/http/response/entity-tag";
import { singleton } from "@/lib/process-singleton";
import { routes } from "@/lib/server/routes.generated";
import { createDocument } from "./document";
import type { OpenApi } from "./types";

/** The document of this deployment, created once per process. */
const published = () =>
  singleton("openapi document", () => {
    const { serviceName, authUrl } = env();
    const banks = configuredProviders();
    const document = createDocument(routes, { serviceName, origin: new URL(authUrl).origin, banks });
    const text = JSON.stringify(document);
    const parsed: OpenApi = JSON.parse(text);
    return { document: parsed, text, etag: contentTag(text) };
  });

/** Returns the document of this deployment. */
export const openApiDocument = (): OpenApi => published().document;

/** Answers `GET /openapi.json`: the document, or 304 if the client has it already. */
export function openApiResponse(request: Request): Response {
  const { text, etag } = published();
  const headers = { "cache-control": "no-cache", etag };
  if (isNotModified(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, "content-type": "application/json" } });
}
