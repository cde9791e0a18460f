"use client";

import { useEffect, useRef } from "react";
import { nairaParts } from "@/lib/core/naira";
import { cn } from "../ui/cn";
import { prefersReducedMotion } from "../ui/prefers-reduced-motion";

/** Digits that roll more often than this cannot be read. */
const ROLL_EVERY_MS = 1_000;
const ROLL_MS = 300;

interface RollingNairaProps {
  amount: string;
  /** Without the kobo, for a wall. */
  whole?: boolean;
  /** Smaller where its box is too narrow for it: an amount is never cut. */
  fits?: boolean;
  className?: string;
}

/** A character of the hero is about as wide as this many ems. */
const CHARACTER_EM = 0.56;

const fontSizeFor = (text: string) =>
  `min(var(--hero-size), calc(100cqi / ${(text.length * CHARACTER_EM).toFixed(2)}))`;

/** The hero's amount: the text changes at once, the digits that are others roll in, once a second at most. */
export function RollingNaira({ amount, whole: isWhole = false, fits, className }: RollingNairaProps) {
  const { sign, whole, kobo } = nairaParts(amount);
  const box = useRef<HTMLSpanElement>(null);
  const shown = useRef({ text: whole, rolledAtMs: 0 });
  useEffect(() => {
    const before = shown.current;
    if (before.text === whole) return;
    const now = Date.now();
    const mayRoll = !prefersReducedMotion() && now - before.rolledAtMs >= ROLL_EVERY_MS;
    shown.current = { text: whole, rolledAtMs: mayRoll ? now : before.rolledAtMs };
    if (mayRoll && box.current) roll(box.current, before.text, whole);
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
      {[...whole].map((character, index) => (
        <span
          aria-hidden
          // biome-ignore lint/suspicious/noArrayIndexKey: a digit keeps its place from the right, as it does on paper
          key={whole.length - index}
          className={cn("inline-block", index === 0 && "mr-[.045em]")}
        >
          {character}
        </span>
      ))}
      {!isWhole && (
        <span aria-hidden className="text-ink-3">
          {kobo}
        </span>
      )}
    </span>
  );
}

/** Rolls in what is not as it was, counted from the right. */
function roll(box: HTMLElement, before: string, after: string): void {
  const places = [...box.querySelectorAll("[aria-hidden]")].slice(0, after.length);
  for (const [index, place] of places.entries()) {
    if (before.at(index - after.length) === after[index] && before.length >= after.length - index) continue;
    place.animate(
      [
        { transform: "translateY(45%)", opacity: 0 },
        { transform: "none", opacity: 1 },
      ],
      { duration: ROLL_MS, easing: "ease-out" },
    );
  }
}
