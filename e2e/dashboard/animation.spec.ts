// Guarantee: animations indicate new data, no more often than can be read, and respect reduced motion (design §6).
import type { Page } from "@playwright/test";
import { expect, type Pay, type SessionData, test } from "./fixtures";
import { expectLive, open } from "./pages";

interface Move {
  what: string;
  atMs: number;
}

/**
 * Makes a page log what starts to move: element animations by script, and CSS animations and transitions. A move by script has the
 * time that the page's own code read for it, which a busy machine does not change.
 */
const noteMoves = (page: Page) =>
  page.addInitScript(() => {
    const moves: Move[] = [];
    const readClock = Date.now;
    let lastRead = readClock();
    Date.now = () => (lastRead = readClock());
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      moves.push({ what: `<${this.localName}>`, atMs: lastRead });
      return animate.apply(this, given);
    };
    const note = (what: string) => moves.push({ what, atMs: performance.now() });
    document.addEventListener("animationstart", ({ animationName }) => note(animationName));
    document.addEventListener("transitionstart", ({ propertyName }) => note(`to ${propertyName}`));
    Object.assign(window, { moves });
  });

const movesOf = (page: Page): Promise<Move[]> => page.evaluate(() => Reflect.get(window, "moves"));
const listMoves = async (page: Page) => new Set((await movesOf(page)).map(({ what }) => what));

/** What moved the layout, and how often a digit of the total was not opaque, in every frame from now on. */
interface Watched {
  shifts: string[];
  faintFrames: number;
  frames: number;
}

const watchFrames = (page: Page) =>
  page.evaluate(() => {
    const watched: Watched = { shifts: [], faintFrames: 0, frames: 0 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        const texts = entry.sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 60)}`);
        watched.shifts.push(...texts);
      }
    }).observe({ type: "layout-shift" });
    const total = [...document.body.getElementsByTagName("section")].find(
      (section) => section.getAttribute("aria-label") === "Total taken",
    );
    const look = () => {
      const digits = [...(total?.getElementsByTagName("span") ?? [])];
      watched.frames += 1;
      if (digits.some((digit) => Number(getComputedStyle(digit).opacity) < 1)) watched.faintFrames += 1;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    Object.assign(window, { watched });
  });

const readWatched = (page: Page): Promise<Watched> => page.evaluate(() => Reflect.get(window, "watched"));

/** The shortest time between two moves of a kind that did not start together. */
const smallestGapMs = (moves: readonly Move[], kind: string) => {
  const starts = moves.filter(({ what }) => what === kind).map(({ atMs }) => atMs);
  return Math.min(
    ...starts
      .slice(1)
      .map((atMs, index) => atMs - (starts[index] ?? 0))
      .filter((ms) => ms > 20),
  );
};

/** Opens a live event with one payment, sends more, and waits until all are shown. */
async function openAndPay(page: Page, event: SessionData, pay: Pay, count = 1): Promise<void> {
  await noteMoves(page);
  await pay.transfer(event, { senderName: "AISHA BELLO" });
  await open(page, `/events/${event.session_id}`);
  await expectLive(page);
  await watchFrames(page);
  for (let paid = 1; paid <= count; paid++) await pay.transfer(event, { senderName: "MUSA SALAMI" });
  await expect(page.getByText(`${count + 1} payments · average ₦12,500.50`)).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Musa Salami" }).first()).toBeVisible();
}

test("a new payment expands the list, is highlighted, pulses the dot, and rolls the total's digits", async ({
  organiser,
  event,
  pay,
}) => {
  await openAndPay(organiser, event, pay);
  // A button may hydrate meanwhile, and change its colour.
  const animated = async () => [...(await listMoves(organiser))].filter((what) => !what.startsWith("to "));
  await expect.poll(async () => (await animated()).sort()).toEqual(["<span>", "<tbody>", "ring", "wash"]);
});

test("however many payments arrive, nothing shifts, the total is opaque in every frame and rolls at most once a second", async ({
  organiser,
  event,
  pay,
}) => {
  await openAndPay(organiser, event, pay, 40);
  await expect.poll(async () => (await readWatched(organiser)).frames).toBeGreaterThan(10);
  const watched = await readWatched(organiser);
  expect(watched.faintFrames, "frames with a digit that is not opaque").toBe(0);
  expect(watched.shifts, "layout shifts").toEqual([]);
  const count = async (kind: string) => (await movesOf(organiser)).filter(({ what }) => what === kind).length;
  // Three more, up to a second apart, so that there are pulses to compare.
  for (let more = 0; more < 3; more++) {
    const before = await count("ring");
    await expect(async () => {
      await pay.transfer(event);
      expect(await count("ring")).toBeGreaterThan(before);
    }).toPass();
  }
  const moves = await movesOf(organiser);
  expect(smallestGapMs(moves, "<span>")).toBeGreaterThan(900);
  // A CSS animation's start event comes with the page's next frame, which may be late.
  expect(smallestGapMs(moves, "ring")).toBeGreaterThan(500);
});

test("with reduced motion nothing moves: a new payment's highlight is static", async ({
  organiser,
  event,
  pay,
}) => {
  await organiser.emulateMedia({ reducedMotion: "reduce" });
  await openAndPay(organiser, event, pay);
  await organiser.getByRole("rowheader", { name: "Musa Salami" }).getByRole("button").click();
  const drawer = organiser.getByRole("dialog", { name: "Payment" });
  await expect(drawer).toHaveCSS("animation-name", "none");
  // The dialog takes the focus on hydration, which may come after it is first visible.
  await expect(drawer).toBeFocused();
  await organiser.keyboard.press("Escape");
  await organiser.getByRole("button", { name: "Close event" }).click();
  await expect(organiser.getByRole("alertdialog")).toBeVisible();
  expect(await listMoves(organiser)).toEqual(new Set(["still-wash"]));
});

test("drawers, dialogs and messages animate only transform and opacity, and soon come to rest", async ({
  organiser,
  event,
  pay,
}) => {
  await openAndPay(organiser, event, pay);
  const moving = (name: string) =>
    organiser.evaluate((wanted) => {
      const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
      const frames = rules.find((rule) => rule instanceof CSSKeyframesRule && rule.name === wanted);
      if (!(frames instanceof CSSKeyframesRule)) return undefined;
      return [...frames.cssRules].flatMap((frame) =>
        frame instanceof CSSKeyframeRule ? [...frame.style] : [],
      );
    }, name);
  for (const name of ["drawer-in", "dialog-in", "toast-in"])
    expect(new Set(await moving(name))).toEqual(new Set(["transform", "opacity"]));
  await organiser.getByRole("rowheader", { name: "Musa Salami" }).getByRole("button").click();
  const drawer = organiser.getByRole("dialog", { name: "Payment" });
  await expect(drawer).toHaveCSS("animation", /^0\.2s ease-out .*drawer-in/);
  await expect(drawer).toBeFocused();
  await organiser.keyboard.press("Escape");
  await organiser.getByRole("button", { name: "Close event" }).click();
  await expect(organiser.getByRole("alertdialog")).toHaveCSS("animation", /^0\.14s ease-out .*dialog-in/);
});
