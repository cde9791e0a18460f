// Guarantee: a phone gets the phone layout, with large enough touch targets, and no code for pointer-only features.
import { devices, type Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectLive, open, SCREENS, signInFor } from "./pages";

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices["Pixel 7"];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

test.beforeEach(async ({ event, pay }) => {
  await pay.transfer(event, { amount: 1_250_050n, senderName: "ADAEZE NWOSU" });
});

test("payments are a plain list, and each opens", async ({ organiser, event }) => {
  const answer = await organiser.goto(`/events/${event.session_id}`);
  const html = (await answer?.text()) ?? "";
  expect(/Adaeze Nwosu/.test(html)).toBe(true);
  expect(/aria-rowindex/.test(html)).toBe(false);
  await organiser.getByRole("button", { name: /Adaeze Nwosu/ }).tap();
  await expect(organiser.getByRole("dialog").getByText("₦12,500.50").first()).toBeVisible();
});

test("the navigation is at the bottom, and at the side in landscape", async ({ organiser, event }) => {
  const answer = await organiser.goto(`/events/${event.session_id}`);
  expect(/Search and commands/.test((await answer?.text()) ?? "")).toBe(false);
  const ways = organiser.getByRole("navigation", { name: "Main" });
  await expect(ways).toHaveCount(1);
  await expectLive(organiser);
  await organiser.setViewportSize({ width: 915, height: 412 });
  await expect(organiser.getByRole("button", { name: "Search and commands" })).toBeVisible();
  await expect(ways).toHaveCount(1);
});

test("payments stay visible in landscape", async ({ organiser, event }) => {
  await organiser.goto(`/events/${event.session_id}`);
  await expectLive(organiser);
  await organiser.setViewportSize({ width: 915, height: 412 });
  await expect(organiser.getByRole("row", { name: /Adaeze Nwosu/ })).toBeVisible();
});

test("the chart is a static picture until it is touched, and then shows a minute's figures", async ({
  organiser,
  event,
}) => {
  await organiser.goto(`/events/${event.session_id}`);
  const chart = organiser.getByRole("img", { name: /per minute/i });
  await expect(chart.getByText("3", { exact: true })).toBeVisible();
  await expectLive(organiser);
  await expect(chart.getByRole("img")).toHaveCount(0);
  await chart.tap();
  await expect(chart.getByText("Transfer")).toBeVisible();
  await organiser.getByRole("heading", { name: "Payments per minute" }).tap();
  await expect(chart.getByText("Transfer")).toBeHidden();
  await chart.tap();
  await expect(chart.getByText("Transfer")).toBeVisible();
});

test("a wallboard in portrait has its payments below its total", async ({ organiser, event }) => {
  await organiser.goto(`/wall/${event.session_id}`);
  const total = organiser.getByRole("region", { name: "Total taken" });
  const latest = organiser.getByRole("region", { name: "Latest payments" });
  await expect(latest.getByText("Adaeze N.")).toBeVisible();
  const above = async () => {
    const [one, other] = await Promise.all([total.boundingBox(), latest.boundingBox()]);
    return one && other && one.y + one.height <= other.y;
  };
  await expect.poll(above).toBe(true);
});

/**
 * Targets that are too small for a thumb: 22 px from the centre, vertically or horizontally, another element would
 * be hit. Links within `textOf`, the text of a document, are left out: lines of text limit their height (WCAG 2.2, 2.5.8, "Inline").
 */
const tooSmall = (page: Page, textOf?: string) =>
  page.evaluate((text) => {
    // The edge of a field belongs to the field.
    const reachPx = 44 / 2 - 1.5;
    const isIn = (point: Element | null, target: HTMLElement) =>
      point !== null &&
      (target.contains(point) ||
        point.closest("label")?.control === target ||
        (target.matches("input, textarea, select") && point === target.parentElement));
    const targets = document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea");
    return [...targets].flatMap((target) => {
      if (!target.checkVisibility({ visibilityProperty: true }) || target.closest("[inert], .sr-only"))
        return [];
      if (text && target.closest(text)) return [];
      // A row's button covers the whole row, and a choice includes its label.
      const box = target.hasAttribute("data-opens") ? target.offsetParent : target.closest("label");
      const pressed = box ?? target;
      pressed.scrollIntoView({ block: "center", inline: "center" });
      const { x, y, width, height } = pressed.getBoundingClientRect();
      const [middleX, middleY] = [x + width / 2, y + height / 2];
      // Elements behind a dialog are not targets.
      if (!isIn(document.elementFromPoint(middleX, middleY), target)) return [];
      const ends = [
        [middleX - reachPx, middleY],
        [middleX + reachPx, middleY],
        [middleX, middleY - reachPx],
        [middleX, middleY + reachPx],
      ] as const;
      const hits = ends.map(([endX, endY]) => document.elementFromPoint(endX, endY));
      const other = hits.find((hit) => !isIn(hit, target));
      const name = target.getAttribute("aria-label") || target.textContent || target.outerHTML;
      return other === undefined
        ? []
        : [`${name.slice(0, 60)}: ${width} × ${height}, beside ${other?.outerHTML.slice(0, 80)}`];
    });
  }, textOf);

for (const screen of SCREENS) {
  const { name, path } = screen;
  test(`every target on ${name} is large enough for a thumb`, async ({ page, memberOf, event }) => {
    await signInFor(screen, page, memberOf);
    const address = await path(event);
    await open(page, address);
    // A panel that is still sliding in is partly outside of the screen.
    const textOf = address.startsWith("/docs") ? "#content" : undefined;
    await expect.poll(() => tooSmall(page, textOf)).toEqual([]);
  });
}
