import { readFileSync } from "node:fs";
import path from "node:path";
import { openApiDocument } from "@/lib/openapi";
import { describeErrors } from "./errors";
import { listHeadings, rewriteLinks, takeIntroduction, takeSections } from "./markdown";
import { describeEvents, describeTag, listEndpoints, tagSlug } from "./reference";

/** A page of the documentation. Every page is Markdown, from which its HTML is made. */
export interface Page {
  /** Its path below `/docs`. */
  slug: string;
  title: string;
  /** One sentence. */
  summary: string;
  group: "Start" | "Guides" | "Reference" | "More";
  /** The text below the title. */
  body: string;
}

const read = (file: string) =>
  readFileSync(path.join(/* turbopackIgnore: true */ process.cwd(), file), "utf8");

/** Removes the marks of the interface specification, which only `docs/api.md` explains. */
const withoutMarks = (text: string) =>
  text.replaceAll(/ ?‡/g, "").replaceAll(/^§[\d.]+(?:, §[\d.]+)*\.?\s/gm, "");

const api = (...sections: string[]) => withoutMarks(takeSections(read("docs/api.md"), sections));
const withoutTitle = (text: string) => text.replace(/^# .*\n+/, "");

/** The pages of texts, in their order. */
function readGuides(): Page[] {
  const start = (slug: string, title: string, summary: string, body: string): Page => ({
    ...{ slug, title, summary, body },
    group: "Start",
  });
  const guide = (slug: string, title: string, summary: string, body: string): Page => ({
    ...{ slug, title, summary, body },
    group: "Guides",
  });
  const introduction = withoutMarks(takeIntroduction(read("docs/api.md"), "Conventions"));
  return [
    start(
      "quick-start",
      "Quick start",
      "From nothing to the first payment in five minutes.",
      takeSections(read("README.md"), ["Quick start", "A tour"]),
    ),
    start(
      "test-mode",
      "Test mode",
      "Develop against the same API without a bank.",
      withoutTitle(read("docs/guides/test-mode.md")),
    ),
    start(
      "going-live",
      "Going live",
      "Take real payments: with emulated banks first, then with a real one.",
      withoutTitle(read("docs/going-live.md")),
    ),
    guide(
      "conventions",
      "Conventions",
      "Addresses, amounts, times, ids, API keys and conditional requests.",
      `${introduction}\n\n${api("States", "Conditional requests", "Authentication")}`,
    ),
    guide(
      "webhooks",
      "Webhooks",
      "What is sent when a payment lands, how it is signed and repeated.",
      api("Webhooks"),
    ),
    guide(
      "verifying-events",
      "Receiving and verifying events",
      "Complete receivers in Node, Python, PHP, Go and Java.",
      withoutTitle(read("docs/guides/verifying-events.md")),
    ),
    guide(
      "idempotency",
      "Idempotency",
      "Send a write again without a second effect.",
      api("Repeating writes"),
    ),
    guide("pagination", "Pagination", "Read long lists in pages.", api("Pagination")),
    guide("rate-limits", "Rate limits", "How many requests an API key may send.", api("Rate limits")),
  ];
}

/** Lists all pages in the order of the navigation. Links to files of the project that are no pages become plain text. */
export function createPages(): Page[] {
  const document = openApiDocument();
  const reference = (slug: string, title: string, summary: string, body: string): Page => ({
    ...{ slug, title, summary, body },
    group: "Reference",
  });
  const pages: Page[] = [
    ...readGuides(),
    reference("reference", "Endpoints", "Every endpoint of the API.", listEndpoints(document)),
    ...document.tags
      .filter(({ name }) => name !== "Webhooks")
      .map(({ name, description }) =>
        reference(tagSlug(name), name, description, describeTag(document, name)),
      ),
    reference("reference/events", "Events", "Every event that the service sends.", describeEvents(document)),
    reference("errors", "Errors", "Every error: when it is answered, and what to do.", describeErrors()),
    {
      slug: "changelog",
      title: "Changelog",
      summary: "What has changed.",
      group: "More",
      body: withoutTitle(read("CHANGELOG.md")),
    },
  ];
  return linkPages(pages);
}

/** Makes links between sections of the sources links between pages. */
function linkPages(pages: Page[]): Page[] {
  const places = new Map<string, string>();
  for (const { slug, title, body } of pages) {
    for (const { id } of listHeadings(body)) if (!places.has(id)) places.set(id, `/docs/${slug}#${id}`);
    places.set(listHeadings(`# ${title}`)[0]?.id ?? "", `/docs/${slug}`);
  }
  places.set("repeating-writes", "/docs/idempotency");
  return pages.map((page) => {
    const own = new Set(listHeadings(page.body).map(({ id }) => `#${id}`));
    const resolve = (target: string) => {
      if (/^(?:https?:|mailto:|\/)/.test(target) || own.has(target)) return target;
      const [file = "", anchor = ""] = target.split("#");
      const slug = path.basename(file, ".md").toLowerCase();
      if (pages.some((one) => one.slug === slug)) return `/docs/${slug}`;
      return file === "" || slug === "api" ? places.get(anchor) : undefined;
    };
    return { ...page, body: rewriteLinks(page.body, resolve) };
  });
}
