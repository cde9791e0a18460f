"use client";

import { useEffect, useRef } from "react";
import { nairaParts } from "@/lib/core/format/naira";
import { prefersReducedMotion } from "../../ui/browser/prefers-reduced-motion";
import { cn } from "../../ui/display/cn";

/** Minimum interval between animations; more frequent ones would be unreadable. */
const ROLL_EVERY_MS = 1_000;
const ROLL_MS = 300;

interface RollingNairaProps {
  amount: string;
  /** Without kobo, for the wallboard. */
  whole?: boolean;
  /** Reduces the font size to fit the container; an amount is never truncated. */
  fits?: boolean;
  className?: string;
}

/** Approximate width of a character, in em. */
const CHARACTER_EM = 0.56;

const fontSizeFor = (text: string) =>
  `min(var(--hero-size), calc(100cqi / ${(text.length * CHARACTER_EM).toFixed(2)}))`;

/** The main total: the text changes at once, and changed digits roll in, at most once a second. */
export function RollingNaira({ amount, whole: isWhole = false, fits, className }: RollingNairaProps) {
  const { sign, whole, kobo } = nairaParts(amount);
  const box = useRef<HTMLSpanElement>(null);
  const displayed = useRef({ text: whole, rolledAtMs: 0 });
  useEffect(() => {
    const before = displayed.current;
    if (before.text === whole) return;
    const now = Date.now();
    const canAnimate = !prefersReducedMotion() && now - before.rolledAtMs >= ROLL_EVERY_MS;
    displayed.current = { text: whole, rolledAtMs: canAnimate ? now : before.rolledAtMs };
    if (canAnimate && box.current) animateChanges(box.current, before.text, whole);
  }, [whole]);
  return (
    <span
      ref={box}
      className={cn("figures inline-flex whitespace-nowrap", className)}
      style={fits ? { fontSize: fontSizeFor(sign + whole + (isWhole ? "" : kobo)) } : undefined}
    >
      <span className="sr-only">
        {sign}
        {whole}
        {!isWhole && kobo}
      </span>
      {sign}
      {/* All are replaced when there is one more: the others would shift. */}
      {[...whole].map((character, index) => (
        <span
          aria-hidden
          // biome-ignore lint/suspicious/noArrayIndexKey: digits are identified by position
          key={`${whole.length} ${index}`}
          className={cn("inline-block", index === 0 && "mr-[.045em]")}
        >
          {character}
        </span>
      ))}
      {!isWhole && (
        <span key={`kobo ${whole.length}`} aria-hidden className="text-ink-3">
          {kobo}
        </span>
      )}
    </span>
  );
}

/** Animates the digits that changed, compared from the right. */
function animateChanges(box: HTMLElement, before: string, after: string): void {
  const characters = [...box.querySelectorAll("[aria-hidden]")].slice(0, after.length);
  for (const [index, element] of characters.entries()) {
    if (before.at(index - after.length) === after[index] && before.length >= after.length - index) continue;
    element.animate(
      // Always opaque: the total must be readable in every frame, however often it changes.
      [{ transform: "translateY(25%)" }, { transform: "none" }],
      { duration: ROLL_MS, easing: "ease-out" },
    );
  }
}
