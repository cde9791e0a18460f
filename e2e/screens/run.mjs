import { mkdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, devices } from "@playwright/test";
import { findBrowser } from "../../lib/testing/browser.mjs";
import { signIn, untilReady, withNight } from "./demo.mjs";
import { AFTERWARDS, DURING, EMPTY, ORGANISATION_WEBHOOKS } from "./shots.mjs";

/** @typedef {import("./demo.mjs").Demo} Demo */

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../docs/screens");
const DESK = { width: 1440, height: 900 };
const wanted = process.argv.slice(2);

/** @param {Demo} demo @param {string} where @param {object} [body] */
async function ask({ url, night }, where, body) {
  const headers = { "x-api-key": night.api_key, "content-type": "application/json" };
  const answer = await fetch(`${url}${where}`, {
    method: body ? "POST" : "GET",
    headers,
    body: body && JSON.stringify(body),
  });
  return (await answer.json()).data;
}

/**
 * Takes one screenshot in a new browser context. A failure is reported, and the others continue.
 *
 * @param {import("@playwright/test").Browser} browser
 * @param {Demo} demo
 * @param {import("./shots.mjs").Shot} shot
 * @param {import("./shots.mjs").Place} place
 */
async function take(browser, demo, shot, place) {
  const context = await browser.newContext({
    baseURL: demo.url,
    viewport: shot.size ?? DESK,
    colorScheme: shot.theme ?? "light",
    locale: "en-NG",
    timezoneId: "Africa/Lagos",
    ...(shot.touch && { hasTouch: true, isMobile: true, userAgent: devices["Pixel 7"].userAgent }),
  });
  try {
    await untilReady(demo);
    if (!shot.outside) await signIn(context, demo);
    const page = await context.newPage();
    await shot.before?.(page);
    await show(page, shot.path(place));
    await page.evaluate(() => document.fonts.ready);
    await shot.prepare?.(page, place);
    await settled(page);
    await page.screenshot({ path: path.join(FOLDER, `${shot.name}.png`) });
    process.stdout.write(`${shot.name}\n`);
  } catch (thrown) {
    process.exitCode = 1;
    process.stdout.write(`${shot.name}: NOT TAKEN, ${String(thrown).split("\n")[0]}\n`);
  } finally {
    demo.freeze(false);
    await context.close();
  }
}

/**
 * Opens a page, with one retry because the machine may be busy.
 * @param {import("@playwright/test").Page} page @param {string} where
 */
async function show(page, where) {
  for (const _ of ["at first", "again"]) {
    await page.goto(where);
    const heading = page.getByRole("heading").first();
    await heading.waitFor();
    if (!/did not load|could not be shown/.test(await heading.innerText())) return;
  }
}

/**
 * Waits until charts, which load after the figures, are drawn: until nothing changes between two frames.
 *
 * @param {import("@playwright/test").Page} page
 */
async function settled(page) {
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        let quietSince = performance.now();
        new MutationObserver(() => {
          quietSince = performance.now();
        }).observe(document.body, { childList: true, subtree: true });
        const startedAt = performance.now();
        const look = setInterval(() => {
          const isWaiting = document.querySelector("[aria-busy=true], .animate-pulse, .bg-skeleton") !== null;
          const isQuiet = performance.now() - quietSince > 1_000;
          if ((!isQuiet || isWaiting) && performance.now() - startedAt < 5_000) return;
          clearInterval(look);
          resolve(undefined);
        }, 100);
      }),
  );
}

/** @param {Demo} demo @param {import("./shots.mjs").Shot[]} shots @param {string} [id] */
async function takeAll(demo, shots, id = demo.night.session_id) {
  const chosen = shots.filter(
    ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
  );
  const session = await ask(demo, `/v1/sessions/${id}`);
  const terminals = session.pos_terminals.map(
    (/** @type {{ terminal_id: string }} */ one) => one.terminal_id,
  );
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
  });
  for (const shot of chosen) await take(browser, demo, shot, { ...demo, id, terminals });
  await browser.close();
}

mkdirSync(FOLDER, { recursive: true });
await withNight("lagos-jazz-night", async (demo) => {
  await takeAll(demo, DURING);
  await takeAll(demo, ORGANISATION_WEBHOOKS);
  const opening = {
    external_event_id: "harmattan-sessions",
    name: "Harmattan Sessions",
    starts_at: new Date(Date.now() - 600_000).toISOString(),
    ends_at: new Date(Date.now() + 14_400_000).toISOString(),
    collection: { account: true, pos: true, pos_count: 4 },
  };
  await takeAll(demo, EMPTY, (await ask(demo, "/v1/sessions", opening)).session_id);
});
await withNight("lagos-jazz-night-after", (demo) => takeAll(demo, AFTERWARDS));
