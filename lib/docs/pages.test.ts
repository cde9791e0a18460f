/** Guarantee: the pages are complete, their links lead to sections that exist, and each is also Markdown. */
import { describe, expect, test } from "vitest";
import { ERRORS } from "@/lib/core/errors/errors";
import { docsResponse, llmsResponse } from ".";
import { listHeadings } from "./markdown";
import { createPages } from "./pages";

const pages = createPages();
const get = (path: string, headers: Record<string, string> = {}) =>
  docsResponse(new Request(`http://localhost/docs/${path}`, { headers }), {
    params: Promise.resolve(path === "" ? {} : { page: path.split("/") }),
  });
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

describe.each(pages.map((page) => [page.slug, page] as const))("the page %s", (slug, page) => {
  test("is HTML without a script, with unique ids and one heading of the first level", async () => {
    const answer = await get(slug);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const html = await answer.text();
    expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
    expect(html.match(/<h1/g)).toHaveLength(1);
    const ids = idsIn(html);
    expect(ids).toEqual([...new Set(ids)]);
  });

  test("links only to pages and sections that exist", async () => {
    const html = await (await get(slug)).text();
    const targets = [...html.matchAll(/ href="([^"]+)"/g)].map(([, target = ""]) => target);
    const local = [...new Set(targets)].filter((target) => !/^https?:/.test(target));
    for (const target of local) {
      const [path = "", anchor] = target.split("#");
      if (["/openapi.json", "/events", "/icon.svg"].includes(path)) continue;
      const place = path === "" ? slug : path.replace(/^\/docs\/?/, "").replace(/\?.*/, "");
      const answer = await get(place);
      expect(answer.status, target).toBe(200);
      if (anchor !== undefined && anchor !== "content")
        expect(idsIn(await answer.text()), target).toContain(anchor);
    }
  });

  test("is also Markdown with the same title", async () => {
    const answer = await get(`${slug}.md`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([
      200,
      "text/markdown; charset=utf-8",
    ]);
    expect(await answer.text()).toMatch(new RegExp(`^# ${page.title}\n`));
  });
});

test("the errors page has a section for each code, whose id is the end of its type", () => {
  const errors = pages.find(({ slug }) => slug === "errors");
  expect(listHeadings(errors?.body ?? "").map(({ id }) => id)).toEqual(Object.keys(ERRORS));
});

test("the reference names types and ranges as a person does", () => {
  for (const { slug, body } of pages) expect(body, slug).not.toMatch(/,null|from -\d/);
});

test("the reference has a section for each endpoint and event", () => {
  const sections = pages
    .filter(({ slug }) => slug.startsWith("reference/"))
    .flatMap(({ body }) => listHeadings(body).filter(({ depth }) => depth === 2))
    .map(({ text }) => text);
  expect(sections).toContain("`POST /v1/sessions`");
  expect(sections).toContain("`transaction.received`");
  const listed = pages.find(({ slug }) => slug === "reference")?.body ?? "";
  const endpoints = sections.filter((text) => /^`[A-Z]/.test(text));
  expect(endpoints.length).toBeGreaterThanOrEqual(14);
  for (const endpoint of endpoints) expect(listed).toContain(`[${endpoint}](/docs/reference/`);
});

test("the index and llms.txt list every page", async () => {
  const index = await (await get("")).text();
  const list = await llmsResponse(new Request("http://localhost/llms.txt")).text();
  for (const { slug, title } of pages) {
    expect(index).toContain(`<a href="/docs/${slug}">${title}</a>`);
    expect(list).toContain(`- [${title}](/docs/${slug}.md)`);
  }
});

test("an unknown page is answered 404 with the list of pages", async () => {
  for (const path of ["nothing", "errors/nothing", "nothing.md", "__proto__", "style.css/x"]) {
    const answer = await get(path);
    expect(answer.status, path).toBe(404);
    expect(await answer.text()).toContain("There is no such page");
  }
});

test("a page is not sent again to a reader who has it, and has the theme that the reader chose", async () => {
  const etag = (await get("errors")).headers.get("etag") ?? "";
  expect((await get("errors", { "if-none-match": etag })).status).toBe(304);
  const dark = await get("errors", { "if-none-match": etag, cookie: "takings-theme=dark" });
  expect(dark.status).toBe(200);
  expect(await dark.text()).toContain('<html lang="en-NG" class="dark">');
});

test("no mark of the interface specification is left without an explanation", () => {
  for (const { slug, body } of pages) expect(body, slug).not.toContain("‡");
});
