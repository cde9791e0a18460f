import { prefersReducedMotion } from "../ui/prefers-reduced-motion";

const OPENING_MS = 180;
/** Where more than these come in a second, the list would do nothing but move. */
const OPENINGS_A_SECOND = 5;
let cameAtMs: number[] = [];

const isOften = (count: number, nowMs: number) => {
  cameAtMs = [...cameAtMs.filter((atMs) => nowMs - atMs < 1_000), ...Array<number>(count).fill(nowMs)];
  return cameAtMs.length > OPENINGS_A_SECOND;
};

/** Opens a list at its top for rows that have just been put there: what is below slides down from where it was. */
export function animateInsert(list: HTMLElement, ids: readonly string[]): void {
  if (isOften(ids.length, performance.now()) || prefersReducedMotion()) return;
  const heights = new Map<HTMLElement, number>();
  for (const row of ids.flatMap((id) => [...list.querySelectorAll<HTMLElement>(`[data-row="${id}"]`)])) {
    const body = row.parentElement;
    // A row of the layout that is not displayed has no height.
    if (body && row.offsetHeight > 0) heights.set(body, (heights.get(body) ?? 0) + row.offsetHeight);
  }
  for (const [body, height] of heights) {
    body.animate(
      [
        { transform: `translateY(${-height}px)`, clipPath: `inset(${height}px 0 0)` },
        { transform: "none", clipPath: "inset(0)" },
      ],
      { duration: OPENING_MS, easing: "ease-out" },
    );
  }
}
