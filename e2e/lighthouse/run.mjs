import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { findBrowser } from "../../lib/testing/browser.mjs";
import { freePort, signIn, withNight } from "../screens/demo.mjs";

const FOLDER = path.dirname(fileURLToPath(import.meta.url));
const RUNS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
/**
 * The benchmark index for which Lighthouse's fourfold slowdown is made: that of a desktop. On a slower machine it emulates
 * a slower phone than the one that is meant.
 */
const DESKTOP_INDEX = 1_750;
const DEFAULT_SLOWDOWN = 4;
/** With `--calibrated`, the slowdown is scaled to this machine, so that the emulated phone is the same everywhere. */
const isCalibrated = process.argv.includes("--calibrated");
/** The pages to audit, by the beginning of their names; all by default. */
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));

/** Installs the packages of this folder, 180 MB that only these audits need, unless they are installed already. */
function installLighthouse() {
  const installed = path.join(FOLDER, "node_modules/lighthouse/package.json");
  const { dependencies } = JSON.parse(readFileSync(path.join(FOLDER, "package.json"), "utf8"));
  if (
    existsSync(installed) &&
    JSON.parse(readFileSync(installed, "utf8")).version === dependencies.lighthouse
  )
    return;
  // A single command line: on Windows, npm is a script that only a shell can run.
  const { status } = spawnSync("npm ci", { cwd: FOLDER, shell: true, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`Lighthouse could not be installed. Run npm ci in ${FOLDER}.`);
}

/** @param {number[]} numbers */
const median = (numbers) =>
  [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

installLighthouse();
const { default: lighthouse } = await import("lighthouse");

/** @typedef {{ port: number, cookie: string }} Browser */

/**
 * One audit of a page, emulating a phone.
 *
 * @param {string} url
 * @param {Browser} browser
 * @param {number} slowdown how many times slower than this machine the phone is
 */
async function audit(url, { port, cookie }, slowdown) {
  const extraHeaders = cookie ? { Cookie: cookie } : undefined;
  const flags = { port, extraHeaders, onlyCategories: CATEGORIES, logLevel: /** @type {const} */ ("error") };
  const settings = { throttling: { cpuSlowdownMultiplier: slowdown } };
  const result = await lighthouse(url, flags, { extends: "lighthouse:default", settings });
  if (!result) throw new Error(`Lighthouse returned no result for ${url}`);
  const { categories, audits, environment } = result.lhr;
  const score = (/** @type {string} */ name) => Math.round(100 * (categories[name]?.score ?? 0));
  const value = (/** @type {string} */ name) => audits[name]?.numericValue ?? Number.NaN;
  const failed = Object.values(audits).filter(
    ({ score: points, scoreDisplayMode }) => points !== null && points < 0.9 && scoreDisplayMode === "binary",
  );
  return {
    scores: CATEGORIES.map(score),
    index: environment.benchmarkIndex,
    lcpMs: value("largest-contentful-paint"),
    cls: value("cumulative-layout-shift"),
    failed: failed.map(({ id }) => id),
  };
}

/** How many times slower than this machine the phone is. @param {string} url @param {Browser} browser */
async function findSlowdown(url, browser) {
  if (!isCalibrated) return DEFAULT_SLOWDOWN;
  const { index } = await audit(url, browser, DEFAULT_SLOWDOWN);
  return Math.max(1, (DEFAULT_SLOWDOWN * index) / DESKTOP_INDEX);
}

/** @param {string} name @param {string} url @param {Browser} browser */
async function row(name, url, browser) {
  if (wanted.length > 0 && !wanted.some((word) => name.startsWith(word))) return undefined;
  const slowdown = await findSlowdown(url, browser);
  const audits = [];
  for (let run = 0; run < RUNS; run++) audits.push(await audit(url, browser, slowdown));
  const scores = CATEGORIES.map((_, index) => median(audits.map(({ scores }) => scores[index] ?? 0)));
  const lcp = (median(audits.map(({ lcpMs }) => lcpMs)) / 1000).toFixed(2);
  const cls = median(audits.map(({ cls }) => cls)).toFixed(3);
  const index = Math.round(median(audits.map(({ index }) => index)));
  const failed = [...new Set(audits.flatMap(({ failed }) => failed))].join(", ");
  return `| ${[name, ...scores, `${lcp} s`, cls, index, `${slowdown.toFixed(1)} ×`, failed || "none"].join(" | ")} |`;
}

await withNight("lagos-jazz-night", async (demo) => {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [`--remote-debugging-port=${port}`, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  const context = await browser.newContext();
  await signIn(context, demo);
  const cookies = (await context.cookies()).filter(({ name }) => name.endsWith("takings-sign-in"));
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const lines = [
    `| page | ${CATEGORIES.join(" | ")} | LCP | CLS | benchmark index | slowdown | failed audits |`,
    `|${"---|".repeat(CATEGORIES.length + 6)}`,
    await row("sign in", `${demo.url}/login`, { port, cookie: "" }),
    await row("events", `${demo.url}/events`, { port, cookie }),
    await row("live", demo.night.links.live ?? demo.url, { port, cookie }),
    await row("docs", `${demo.url}/docs`, { port, cookie: "" }),
    await row("docs, quick start", `${demo.url}/docs/quick-start`, { port, cookie: "" }),
    await row("docs, errors", `${demo.url}/docs/errors`, { port, cookie: "" }),
    await row("docs, reference", `${demo.url}/docs/reference/sessions`, { port, cookie: "" }),
  ];
  await browser.close();
  process.stdout.write(`${lines.filter(Boolean).join("\n")}\n`);
});
