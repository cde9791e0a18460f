import { Plus } from "@/components/ui/icons/icons";
import { Minus } from "@/components/ui/icons/late-icons";
import { cn } from "../display/cn";
import type { FieldControl } from "./field";
import * as texts from "./texts";

interface StepperProps extends Partial<FieldControl> {
  /** Name of the counted items, for the buttons' labels: "terminals". */
  what: string;
  "aria-label"?: string;
  /** The text as typed, which may not be a number. */
  value: string;
  onChange: (value: string) => void;
  min: number;
  max: number;
  disabled?: boolean;
  className?: string;
}

const SIDE =
  "grid w-8 place-items-center text-ink-2 hover:text-ink disabled:text-ink-3 disabled:opacity-50 max-md:w-11";

/** Input of a small integer with buttons to increase and decrease it. */
export function Stepper({ what, value, onChange, min, max, disabled, className, ...rest }: StepperProps) {
  const count = Number.parseInt(value, 10) || 0;
  const step = (by: number) => onChange(String(Math.min(max, Math.max(min, count + by))));
  return (
    <span
      className={cn(
        "flex h-8 items-stretch rounded-field border border-control bg-surface has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-brand has-[input:focus-visible]:outline-offset-2 max-md:h-11",
        rest["aria-invalid"] && "border-red",
        className,
      )}
    >
      <button
        type="button"
        aria-label={texts.fewer(what)}
        className={SIDE}
        disabled={disabled || count <= min}
        onClick={() => step(-1)}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <input
        {...rest}
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
        value={value}
        onChange={(change) => onChange(change.target.value)}
        className="figures w-9 bg-transparent max-md:w-11 text-center font-semibold text-section outline-none"
      />
      <button
        type="button"
        aria-label={texts.more(what)}
        className={SIDE}
        disabled={disabled || count >= max}
        onClick={() => step(1)}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </span>
  );
}
