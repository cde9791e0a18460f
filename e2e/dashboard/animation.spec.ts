// Guarantee: what moves says that something came, never more often than can be read; or nothing moves (design §6).
import type { Page } from "@playwright/test";
import { expect, type Pay, type SessionData, test } from "./fixtures";
import { isLive, open } from "./pages";

interface Move {
  what: string;
  atMs: number;
}

/** Has a page note what starts to move: elements by script, and by its styles animations and transitions. */
const noteMoves = (page: Page) =>
  page.addInitScript(() => {
    const moves: Move[] = [];
    const note = (what: string) => moves.push({ what, atMs: performance.now() });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...given) {
      note(`<${this.localName}>`);
      return animate.apply(this, given);
    };
    document.addEventListener("animationstart", ({ animationName }) => note(animationName));
    document.addEventListener("transitionstart", ({ propertyName }) => note(`to ${propertyName}`));
    Object.assign(window, { moves });
  });

const movesOf = (page: Page): Promise<Move[]> => page.evaluate(() => Reflect.get(window, "moves"));
const whatMoved = async (page: Page) => new Set((await movesOf(page)).map(({ what }) => what));

/** The least time between two moves of a kind, of those that were not at once. */
const leastGapMs = (moves: readonly Move[], kind: string) => {
  const starts = moves.filter(({ what }) => what === kind).map(({ atMs }) => atMs);
  return Math.min(
    ...starts
      .slice(1)
      .map((atMs, index) => atMs - (starts[index] ?? 0))
      .filter((ms) => ms > 20),
  );
};

/** Opens a live event of one payment, and lets more come in. */
async function openAndPay(page: Page, event: SessionData, pay: Pay, count = 1): Promise<void> {
  await noteMoves(page);
  await pay.transfer(event, { senderName: "AISHA BELLO" });
  await open(page, `/events/${event.session_id}`);
  await isLive(page);
  for (let paid = 1; paid <= count; paid++) await pay.transfer(event, { senderName: "MUSA SALAMI" });
  await expect(page.getByText(`${count + 1} payments · average ₦12,500.50`)).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Musa Salami" }).first()).toBeVisible();
}

test("a new payment opens the list, is washed in colour, rings, and rolls the total's digits", async ({
  organiser,
  event,
  pay,
}) => {
  await openAndPay(organiser, event, pay);
  // A button may come to life meanwhile, and change its colour.
  const animated = async () => [...(await whatMoved(organiser))].filter((what) => !what.startsWith("to "));
  await expect.poll(async () => (await animated()).sort()).toEqual(["<span>", "<tbody>", "ring", "wash"]);
});

test("however many payments come, the total rolls and the dot rings once a second at most", async ({
  organiser,
  event,
  pay,
}) => {
  await openAndPay(organiser, event, pay, 40);
  const count = async (kind: string) => (await movesOf(organiser)).filter(({ what }) => what === kind).length;
  // Three more, with as much as a second between: so that there are rings to compare.
  for (let more = 0; more < 3; more++) {
    const before = await count("ring");
    await expect(async () => {
      await pay.transfer(event);
      expect(await count("ring")).toBeGreaterThan(before);
    }).toPass();
  }
  const moves = await movesOf(organiser);
  expect(leastGapMs(moves, "<span>")).toBeGreaterThan(900);
  // Of the start of a style's animation a page is told by its next frame, which may be late.
  expect(leastGapMs(moves, "ring")).toBeGreaterThan(500);
});

test("where less motion is asked for, nothing moves: a new payment's colour stands still", async ({
  organiser,
  event,
  pay,
}) => {
  await organiser.emulateMedia({ reducedMotion: "reduce" });
  await openAndPay(organiser, event, pay);
  await organiser.getByRole("rowheader", { name: "Musa Salami" }).getByRole("button").click();
  const drawer = organiser.getByRole("dialog", { name: "Payment" });
  await expect(drawer).toHaveCSS("animation-name", "none");
  // It takes the focus when it begins to listen to keys, which may be after it is first seen.
  await expect(drawer).toBeFocused();
  await organiser.keyboard.press("Escape");
  await organiser.getByRole("button", { name: "Close event" }).click();
  await expect(organiser.getByRole("alertdialog")).toBeVisible();
  expect(await whatMoved(organiser)).toEqual(new Set(["still-wash"]));
});

test("drawers, dialogs and messages move by transform and opacity alone, and soon stand", async ({
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
