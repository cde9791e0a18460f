// Guarantee: the screens work by keyboard alone, and at twice the text size.
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { open } from "./pages";

/** The enabled controls in page order, each of which is one stop of the Tab key. */
function stopsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = (element: Element) =>
      element.getAttribute("aria-label") ||
      element.textContent?.trim() ||
      element.getAttribute("name") ||
      element.tagName;
    const isHtml = (element: Element) => element instanceof HTMLElement;
    const all = [...document.body.getElementsByTagName("*")];
    const usable = all.filter(isHtml).filter((element) => {
      const disabled = "disabled" in element && element.disabled === true;
      // Of a group of radio buttons only the selected one is a stop; the arrow keys move to the others.
      const isOther = element instanceof HTMLInputElement && element.type === "radio" && !element.checked;
      return (
        element.tabIndex >= 0 &&
        !disabled &&
        !isOther &&
        element.checkVisibility({ visibilityProperty: true })
      );
    });
    return usable.map(named);
  });
}

/** The focused element, and whether its focus ring is visible. */
function focused(page: Page): Promise<{ name: string; ring: boolean } | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    const isRinged = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
      outlineStyle !== "none" && outlineWidth !== "0px";
    // A field's ring is around its box, that of a row's button around the row, that of a choice around its label.
    const around = [element, element.parentElement, element.closest("tr, li, label")];
    const drawn = [...around, element.nextElementSibling].filter((one) => one !== null);
    const ring = drawn.some((one) =>
      [undefined, "::before", "::after"].some((part) => isRinged(getComputedStyle(one, part))),
    );
    const name =
      element.getAttribute("aria-label") ||
      element.textContent?.trim() ||
      element.getAttribute("name") ||
      element.tagName;
    return { name, ring };
  });
}

for (const [name, rest] of [
  // Found by its id, because the rows of other events come and go.
  ["events", "?q=$"],
  ["live", "/$"],
  ["terminals", "/$/terminals?view=grid"],
  ["operators", "/$/operators"],
  ["reconciliation", "/$/reconciliation"],
  ["settlement", "/$/settlement"],
  ["webhooks", "/$/webhooks"],
] as const) {
  test(`every control of ${name} is reached by the Tab key with a visible focus`, async ({
    organiser,
    event,
    pay,
  }) => {
    await pay.transfer(event);
    await open(organiser, `/events${rest.replace("$", event.session_id)}`);
    const wanted = new Set(await stopsOf(organiser));
    const reached = new Set<string>();
    const unseen = new Set<string>();
    for (let step = 0; step < wanted.size * 2 + 10; step++) {
      await organiser.keyboard.press("Tab");
      const stop = await focused(organiser);
      if (!stop) continue;
      reached.add(stop.name);
      if (!stop.ring) unseen.add(stop.name);
    }
    expect([...wanted].filter((stop) => !reached.has(stop))).toEqual([]);
    expect([...unseen]).toEqual([]);
  });
}

test("amounts stay on one line at twice the size", async ({ organiser, event, pay }) => {
  await pay.transfer(event, { amount: 9_999_999_999n });
  await organiser.setViewportSize({ width: 720, height: 450 });
  await open(organiser, `/events/${event.session_id}`);
  const overflow = () => organiser.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(overflow).toBeLessThanOrEqual(0);
  await organiser.setViewportSize({ width: 320, height: 640 });
  await expect.poll(overflow).toBeLessThanOrEqual(0);
});
