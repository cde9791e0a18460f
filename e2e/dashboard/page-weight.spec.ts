// Guarantee: the figures of the live page can be read and used before its charts have loaded, with little JavaScript.
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "./fixtures";
import { open } from "./pages";

const KB = 1024;
const BEFORE_FIGURES_KB = 190;
const IN_ALL_KB = 320;

const STATIC = path.join(import.meta.dirname, "../../.next/static");
/** The file that is served at a path. */
const storedFile = (served: string) => path.join(STATIC, path.relative("/_next/static", served));

const COMPILED = "//# allFunctionsCalledOnLoad\n";
const SCRIPT = /<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g;

test("the live page's scripts: at most 190 KB before its figures, 320 KB in all", async ({
  organiser,
  event,
  pay,
}) => {
  await pay.transfer(event);
  const bodies = new Map<string, Promise<Buffer>>();
  organiser.on("response", (response) => {
    if (response.request().resourceType() === "script")
      bodies.set(new URL(response.url()).pathname, response.body());
  });
  const answer = await open(organiser, `/events/${event.session_id}`);
  const html = (await answer?.text()) ?? "";
  // The chart's box is on the page from the start; the drawing in it is the last part to load.
  await expect(organiser.getByRole("img", { name: /per minute/i }).getByRole("img")).toBeVisible();
  const sizes = new Map<string, number>();
  for (const [path, body] of bodies) {
    const script = await body;
    // Chromium compiles such a script as it arrives, not during hydration.
    expect(script.subarray(0, COMPILED.length).toString(), path).toBe(COMPILED);
    sizes.set(path, statSync(storedFile(`${path}.gz`)).size / KB);
  }
  // The scripts in the HTML are needed for hydration; the rest is loaded later.
  const first = new Set(
    [...html.matchAll(SCRIPT)]
      .filter(([tag]) => !/\bnomodule\b/i.test(tag))
      .map(([, src]) => new URL(src ?? "", organiser.url()).pathname),
  );
  const sum = (paths: Iterable<string>) =>
    [...paths].reduce((total, path) => total + (sizes.get(path) ?? 0), 0);
  const weight = { before: sum(first), all: sum(sizes.keys()) };
  test.info().annotations.push({ type: "gzip KB", description: JSON.stringify(weight) });
  expect(first.size).toBeGreaterThan(2);
  expect(weight.before, `${first.size} scripts`).toBeLessThanOrEqual(BEFORE_FIGURES_KB);
  expect(weight.all, `${sizes.size} scripts`).toBeLessThanOrEqual(IN_ALL_KB);
});

test("every script, style and drawing is stored compressed too, with the same content", () => {
  const names = readdirSync(STATIC, { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => /\.(js|css|svg)$/.test(name));
  const content = (name: string) => readFileSync(path.join(STATIC, name));
  expect(files.length).toBeGreaterThan(50);
  for (const name of files) {
    expect(brotliDecompressSync(content(`${name}.br`)).equals(content(name)), name).toBe(true);
    expect(gunzipSync(content(`${name}.gz`)).equals(content(name)), name).toBe(true);
  }
});
