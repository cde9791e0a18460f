import { prefersReducedMotion } from "../../ui/browser/prefers-reduced-motion";

const INSERT_MS = 180;
/** With more insertions per second than this, the list would move continuously. */
const MAX_INSERTS_PER_SECOND = 5;
let insertedAtMs: number[] = [];

const isTooFrequent = (count: number, nowMs: number) => {
  insertedAtMs = [
    ...insertedAtMs.filter((atMs) => nowMs - atMs < 1_000),
    ...Array<number>(count).fill(nowMs),
  ];
  return insertedAtMs.length > MAX_INSERTS_PER_SECOND;
};

/** Animates rows that were inserted at the top of a list: the rows below slide down. */
export function animateInsert(list: HTMLElement, ids: readonly string[]): void {
  if (isTooFrequent(ids.length, performance.now()) || prefersReducedMotion()) return;
  const heights = new Map<HTMLElement, number>();
  for (const row of ids.flatMap((id) => [...list.querySelectorAll<HTMLElement>(`[data-row="${id}"]`)])) {
    const body = row.parentElement;
    // Rows of the hidden layout (table or phone list) have no height.
    if (body && row.offsetHeight > 0) heights.set(body, (heights.get(body) ?? 0) + row.offsetHeight);
  }
  for (const [body, height] of heights) {
    // The rows are above the top of their parent by this height (`useStillRows`).
    const still = Number.parseFloat(body.style.getPropertyValue("--still")) || 0;
    body.animate(
      [
        { transform: `translateY(${-height}px)`, clipPath: `inset(${height - still}px 0 0)` },
        { transform: "none", clipPath: `inset(${-still}px 0 0)` },
      ],
      { duration: INSERT_MS, easing: "ease-out" },
    );
  }
}
