"use client";

import { type ReactNode, useId, useState } from "react";
import { cn } from "../display/cn";
import { Link } from "../display/link";

interface Choice<Value extends string> {
  value: Value;
  label: ReactNode;
  /** Number of items of the choice. */
  count?: number | string;
  /** Accessible name, if the label is an icon. */
  name?: string;
}

/** On a phone, choices that do not fit side by side continue in another line. */
const FRAME =
  "inline-flex h-7 items-center rounded-chip bg-muted p-0.5 text-meta max-md:h-auto max-md:min-h-11 max-md:flex-wrap max-md:gap-y-1";
const CHOICE =
  "flex h-full items-center justify-center gap-1.5 whitespace-nowrap rounded-[5px] px-2.5 font-medium text-ink-2 max-md:h-10 max-md:min-w-11 max-md:flex-auto max-md:text-body max-md:relative max-md:after:absolute max-md:after:inset-x-0 max-md:after:-inset-y-0.5";
const CHOSEN = "bg-surface font-semibold text-ink shadow-button";

function ChoiceLabel({ label, count }: { label: ReactNode; count?: number | string | undefined }) {
  return (
    <>
      {label}
      {count !== undefined && <span className="figures font-normal text-ink-3">{count}</span>}
    </>
  );
}

interface SegmentedProps<Value extends string> {
  label: string;
  choices: readonly Choice<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** A single choice that applies at once. Arrow keys move, as in any radio group. */
export function Segmented<Value extends string>({
  label,
  choices,
  value,
  onChange,
  className,
}: SegmentedProps<Value>) {
  const group = useId();
  // The URL may update later: the choice itself shows at once.
  const [shown, setShown] = useState({ value, chosen: value });
  if (shown.value !== value) setShown({ value, chosen: value });
  return (
    <div role="radiogroup" aria-label={label} className={cn(FRAME, className)}>
      {choices.map((choice) => (
        <label key={choice.value} className="relative h-full max-md:flex-auto">
          <input
            className="peer absolute inset-0 cursor-pointer opacity-0"
            type="radio"
            name={group}
            aria-label={choice.name}
            checked={choice.value === shown.chosen}
            onChange={() => {
              setShown({ value, chosen: choice.value });
              onChange(choice.value);
            }}
          />
          <span
            className={cn(
              CHOICE,
              "peer-focus-visible:outline-2 peer-focus-visible:outline-brand peer-focus-visible:outline-offset-2",
              choice.value === shown.chosen && CHOSEN,
            )}
          >
            <ChoiceLabel label={choice.label} count={choice.count} />
          </span>
        </label>
      ))}
    </div>
  );
}

interface SegmentedLinksProps {
  label: string;
  choices: readonly (Omit<Choice<string>, "value"> & { href: string })[];
  /** The current URL. */
  current: string;
  className?: string;
}

/** The same for views with their own URLs. */
export function SegmentedLinks({ label, choices, current, className }: SegmentedLinksProps) {
  return (
    <nav aria-label={label} className={cn(FRAME, className)}>
      {choices.map(({ href, label: text, count, name }) => (
        <Link
          key={href}
          href={href}
          scroll={false}
          aria-label={name}
          aria-current={href === current ? "page" : undefined}
          className={cn(CHOICE, href === current && CHOSEN)}
        >
          <ChoiceLabel label={text} count={count} />
        </Link>
      ))}
    </nav>
  );
}
