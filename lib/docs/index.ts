import { readFileSync } from "node:fs";
import path from "node:path";
import { groupBy } from "@/lib/core/keys";
import { env } from "@/lib/env";
import { contentTag, isNotModified } from "@/lib/http/response/entity-tag";
import { singleton } from "@/lib/process-singleton";
import { renderIndex, renderPage, type Site } from "./html";
import { createPages, type Page } from "./pages";

/** A file of the pages: its bytes and its media type. */
interface Asset {
  type: string;
  read(): string | Buffer;
}

const readApp = (...names: string[]) => readFileSync(path.join(process.cwd(), "app", ...names));

/** The colour tokens of the dashboard, and the rules of these pages. */
function readStylesheet(): string {
  const [tokens = ""] = readApp("theme.css").toString().split("@theme");
  return tokens + readApp("docs", "style.css").toString();
}

const MONO = path.join(
  process.cwd(),
  "node_modules/@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2",
);

const ASSETS: Record<string, Asset> = {
  "style.css": { type: "text/css; charset=utf-8", read: readStylesheet },
  "inter.woff2": { type: "font/woff2", read: () => readApp("typeface", "inter.woff2") },
  "mono.woff2": { type: "font/woff2", read: () => readFileSync(MONO) },
  "naira.woff2": { type: "font/woff2", read: () => readApp("typeface", "naira.woff2") },
};

interface Published {
  site: Site;
  pages: Map<string, Page>;
}

/** The pages, created once per process. */
const published = (): Published =>
  singleton("documentation", () => {
    const pages = createPages();
    const stylesheet = `/docs/style.css?${contentTag(readStylesheet()).slice(1, 9)}`;
    const site = { serviceName: env().serviceName, pages, stylesheet };
    return { site, pages: new Map(pages.map((page) => [page.slug, page])) };
  });

const YEAR_SECONDS = 31_536_000;

function respond(request: Request, body: string | Buffer, type: string, status = 200): Response {
  const isAsset = !type.startsWith("text/html") && !type.startsWith("text/markdown");
  const etag = contentTag(body.toString());
  const headers = {
    etag,
    "content-type": type,
    "cache-control": isAsset ? `public, max-age=${YEAR_SECONDS}` : "no-cache",
    ...(type.startsWith("text/html") && { vary: "cookie" }),
  };
  if (status === 200 && isNotModified(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(typeof body === "string" ? body : new Uint8Array(body), { status, headers });
}

/** The theme that the reader has chosen on the dashboard, or "" for the system's. */
const readTheme = (request: Request): string =>
  /(?:^|;\s*)takings-theme=(light|dark)\b/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "";

/** Returns a page as Markdown. */
const toMarkdown = ({ title, summary, body }: Page) => `# ${title}\n\n${summary}\n\n${body}\n`;

/** Answers a path below `/docs`: a page as HTML, or as Markdown if it ends in `.md`; its style sheet and fonts. */
export async function docsResponse(
  request: Request,
  context: { params: Promise<{ page?: string[] }> },
): Promise<Response> {
  const slug = ((await context.params).page ?? []).join("/");
  const asset = Object.hasOwn(ASSETS, slug) ? ASSETS[slug] : undefined;
  if (asset) return respond(request, asset.read(), asset.type);
  const { site, pages } = published();
  const source = pages.get(slug.replace(/\.md$/, ""));
  if (source && slug.endsWith(".md"))
    return respond(request, toMarkdown(source), "text/markdown; charset=utf-8");
  const theme = readTheme(request);
  const html = "text/html; charset=utf-8";
  if (slug === "") return respond(request, renderIndex(site, theme), html);
  const page = pages.get(slug);
  return page
    ? respond(request, renderPage(site, page, theme), html)
    : respond(request, renderIndex(site, theme, { isUnknown: true }), html, 404);
}

/** Answers `/llms.txt`: a list of all pages for language models (llmstxt.org). */
export function llmsResponse(request: Request): Response {
  const { site } = published();
  const groups = [...groupBy(site.pages, ({ group }) => group)].map(([group, pages]) => {
    const items = pages.map(({ slug, title, summary }) => `- [${title}](/docs/${slug}.md): ${summary}`);
    return `## ${group}\n\n${items.join("\n")}`;
  });
  const text = [
    `# ${site.serviceName}`,
    "> Collects payments for events in Nigeria: sessions with a bank account and POS terminals, totals and webhooks.",
    "The [OpenAPI 3.1 document](/openapi.json) describes every endpoint and event.",
    ...groups,
  ].join("\n\n");
  return respond(request, `${text}\n`, "text/markdown; charset=utf-8");
}
