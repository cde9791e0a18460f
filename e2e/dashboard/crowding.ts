import type { Page } from "@playwright/test";

/**
 * Returns what does not fit on the page at its current width: parts that scroll horizontally, except code, and texts that
 * cover each other or leave the window.
 */
export const findCrowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const drawer = [...document.body.getElementsByTagName("section")].find((one) => one.dataset.drawer);
    const isCovered = (element: Element) =>
      drawer !== undefined && window.innerWidth < 1440 && !drawer.contains(element);
    for (const element of document.body.getElementsByTagName("*")) {
      const style = getComputedStyle(element);
      const scrolls = /auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
      if (scrolls && element.checkVisibility() && !element.closest("pre") && !isCovered(element))
        found.push(`scrolls horizontally: ${element.tagName} ${element.className}`);
    }
    interface Text {
      text: string;
      element: Element;
      box: DOMRect;
    }
    /** The top and the bottom edge between which the boxes that scroll around an element show it. */
    const visibleRange = (element: Element): [number, number] => {
      let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let one: Element | null = element; one && one !== document.body; one = one.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(one).overflowY)) continue;
        const { top, bottom } = one.getBoundingClientRect();
        [from, to] = [Math.max(from, top), Math.min(to, bottom)];
      }
      return [from, to];
    };
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!element || text === "" || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest("svg, pre, nav, script, style, [inert], [aria-hidden=true]") || isCovered(element))
        continue;
      const cutting = [element, element.parentElement].filter((one) => one !== null);
      // Hidden texts for screen readers, and texts that end with an ellipsis, are cut by intention.
      if (cutting.some((one) => /hidden|clip/.test(getComputedStyle(one).overflowX))) continue;
      const [from, to] = visibleRange(element);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) {
        if (box.right > window.innerWidth + 1) found.push(`leaves the window: ${text.slice(0, 40)}`);
        // What is scrolled out of its box is not visible, so it covers nothing.
        if (box.bottom <= from || box.top >= to) continue;
        const top = Math.max(box.top, from);
        const shown = new DOMRect(box.left, top, box.width, Math.min(box.bottom, to) - top);
        texts.push({ text, element, box: shown });
      }
    }
    const overlap = (from: number, to: number, otherFrom: number, otherTo: number) =>
      Math.min(to, otherTo) - Math.max(from, otherFrom);
    const isFloating = (element: Element) => {
      for (let one: Element | null = element; one; one = one.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(one).position) && one !== drawer) return true;
      return false;
    };
    texts.sort((one, other) => one.box.top - other.box.top);
    for (const [index, one] of texts.entries()) {
      for (const other of texts.slice(index + 1)) {
        if (other.box.top >= one.box.bottom - 5) break;
        if (one.element === other.element) continue;
        if (overlap(one.box.left, one.box.right, other.box.left, other.box.right) <= 2) continue;
        if (overlap(one.box.top, one.box.bottom, other.box.top, other.box.bottom) <= 5) continue;
        if (isFloating(one.element) || isFloating(other.element)) continue;
        found.push(`cover each other: ${one.text.slice(0, 30)} / ${other.text.slice(0, 30)}`);
      }
    }
    return [...new Set(found)];
  });
