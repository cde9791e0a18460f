import { Marked, marked, type Tokens } from "marked";
import { escapeHtml } from "@/lib/core/format/html";
import { groupBy } from "@/lib/core/keys";
import { createAnchors, listHeadings } from "./markdown";
import type { Page } from "./pages";

/** What all pages of a process have in common. */
export interface Site {
  serviceName: string;
  pages: readonly Page[];
  /** The address of the style sheet. */
  stylesheet: string;
}

/** Renders Markdown: headings link to themselves, wide code and tables scroll, also by keyboard. */
function renderMarkdown(text: string): string {
  const toAnchor = createAnchors();
  const renderer = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const id = toAnchor(heading);
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${depth}>\n`;
      },
      code({ text: code, lang }: Tokens.Code) {
        const label = lang ? `${escapeHtml(lang)} example` : "example";
        return `<pre tabindex="0" role="group" aria-label="${label}"><code>${escapeHtml(code)}</code></pre>\n`;
      },
      table({ header, rows }: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: "th" | "td") =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        const body = rows.map((cells) => row(cells, "td")).join("\n");
        return `<div class="scroll" tabindex="0" role="group" aria-label="table"><table><thead>${row(header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
  return renderer.parse(text, { async: false });
}

function renderNavigation({ pages }: Site, current: Page | undefined): string {
  const groups = groupBy(pages, ({ group }) => group);
  return [...groups]
    .map(([group, members]) => {
      const items = members.map(({ slug, title }) => {
        const mark = slug === current?.slug ? ' aria-current="page"' : "";
        return `<li><a href="/docs/${slug}"${mark}>${escapeHtml(title)}</a></li>`;
      });
      return `<p class="group">${group}</p><ul>${items.join("")}</ul>`;
    })
    .join("");
}

/** Lists the sections of a long page. */
function renderContents({ body }: Page): string {
  const headings = listHeadings(body).filter(({ depth }) => depth === 2);
  if (headings.length < 3) return "";
  const items = headings.map(({ id, text }) => `<li><a href="#${id}">${marked.parseInline(text)}</a></li>`);
  return `<nav class="contents" aria-label="Sections of this page"><ul>${items.join("")}</ul></nav>`;
}

interface Frame {
  title: string;
  summary: string;
  current?: Page;
  content: string;
  /** The class of `<html>`: a chosen theme, or "". */
  theme: string;
}

/** Renders the frame of every page: header, navigation, content. It has no script. */
function renderFrame(site: Site, { title, summary, current, content, theme }: Frame): string {
  const service = escapeHtml(site.serviceName);
  const navigation = renderNavigation(site, current);
  const alternate = current
    ? `<link rel="alternate" type="text/markdown" href="/docs/${current.slug}.md">`
    : "";
  return `<!doctype html>
<html lang="en-NG" class="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${service} docs</title>
<meta name="description" content="${escapeHtml(summary)}">
<link rel="stylesheet" href="${site.stylesheet}">
<link rel="preload" href="/docs/inter.woff2" as="font" type="font/woff2" crossorigin>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${alternate}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="home" href="/docs">${service} <span>docs</span></a><a href="/openapi.json">OpenAPI</a><a href="/events">Dashboard</a></header>
<details class="menu"><summary>All pages</summary><nav aria-label="Pages">${navigation}</nav></details>
<div class="frame">
<nav class="side" aria-label="All pages">${navigation}</nav>
<main id="content" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`;
}

/** Renders a page. */
export function renderPage(site: Site, page: Page, theme: string): string {
  const content = [
    `<h1>${escapeHtml(page.title)}</h1>`,
    `<p class="summary">${escapeHtml(page.summary)}</p>`,
    renderContents(page),
    renderMarkdown(page.body),
    renderFooter(site, page),
  ].join("\n");
  return renderFrame(site, { ...page, current: page, content, theme });
}

function renderFooter({ pages }: Site, page: Page): string {
  const index = pages.indexOf(page);
  const link = (to: Page | undefined, relation: string) =>
    to ? `<a rel="${relation}" href="/docs/${to.slug}">${escapeHtml(to.title)}</a>` : "<span></span>";
  return `<footer>${link(pages[index - 1], "prev")}<a href="/docs/${page.slug}.md">This page as Markdown</a>${link(pages[index + 1], "next")}</footer>`;
}

/** Renders the list of all pages, and the answer to an unknown path, which is the list below another title. */
export function renderIndex(site: Site, theme: string, { isUnknown = false } = {}): string {
  const items = site.pages.map(
    ({ slug, title, summary }) =>
      `<li><a href="/docs/${slug}">${escapeHtml(title)}</a> <span>${escapeHtml(summary)}</span></li>`,
  );
  const title = isUnknown ? "There is no such page" : "Documentation";
  const summary = "How to collect an event's payments with this service.";
  const content = `<h1>${title}</h1><p class="summary">${summary}</p><ul class="pages">${items.join("")}</ul>`;
  return renderFrame(site, { title, summary, content, theme });
}
