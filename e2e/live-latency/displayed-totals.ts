import type { Page } from "@playwright/test";

/** The totals that a page has shown of an event, and when each was on the screen. */
export interface DisplayedTotal {
  atMs: number;
  version: number;
  total: string;
}

type Watched = Window & { shown?: DisplayedTotal[] };

/** Logs from now on each total that the page shows, with its version, in the frame that shows it. */
export async function recordTotals(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shown: DisplayedTotal[] = [];
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

/** Returns what the page has shown since `recordTotals`. */
export function getDisplayedTotals(page: Page): Promise<DisplayedTotal[]> {
  return page.evaluate(() => (window as Watched).shown ?? []);
}

const toKobo = (total: string) => BigInt(total.replace(/[₦,.]/g, ""));

/**
 * Returns, for each answer to a payment of `kobo` after the first one, the milliseconds until a total was on the screen
 * that includes it: Infinity if there was none.
 */
export const computeWaits = (
  shown: readonly DisplayedTotal[],
  answeredAt: readonly number[],
  kobo: bigint,
): number[] =>
  answeredAt.map((at, index) => {
    const first = shown.find(({ total }) => toKobo(total) >= kobo * BigInt(index + 2));
    return Math.max(0, (first?.atMs ?? Number.POSITIVE_INFINITY) - at);
  });
