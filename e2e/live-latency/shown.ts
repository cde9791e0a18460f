import type { Page } from "@playwright/test";

/** What a page has shown of an event's total, and when it was on the screen. */
export interface Shown {
  atMs: number;
  version: number;
  total: string;
}

type Watched = Window & { shown?: Shown[] };

/** Writes down from now on each total that the page shows, with the version beside it, at the frame that shows it. */
export async function watchTotal(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: Shown[] = [];
    (window as Watched).shown = shown;
    const look = () => {
      const board = document.querySelector<HTMLElement>("[data-version]");
      const total = board?.querySelector('section[aria-label^="Total taken"] .sr-only')?.textContent;
      if (!board || !total || shown.at(-1)?.total === total) return;
      const one = { atMs: Number.POSITIVE_INFINITY, version: Number(board.dataset.version), total };
      shown.push(one);
      requestAnimationFrame(() => {
        one.atMs = Date.now();
      });
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    look();
  });
}

/** What the page has shown since `watchTotal`. */
export function shownBy(page: Page): Promise<Shown[]> {
  return page.evaluate(() => (window as Watched).shown ?? []);
}
