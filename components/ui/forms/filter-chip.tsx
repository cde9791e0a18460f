import type { ComponentProps } from "react";
import { Plus, X } from "@/components/ui/icons/icons";
import { cn } from "../display/cn";
import * as texts from "./texts";

interface FilterChipProps extends ComponentProps<"button"> {
  label: string;
  /** Text of the chosen values; without it the chip is dashed. */
  chosen?: string | undefined;
  onClear?: () => void;
}

/**
 * A filter button: dashed while unset, otherwise solid with the chosen values and a clear button. The button
 * opens its menu.
 */
export function FilterChip({ label, chosen, onClear, className, ...rest }: FilterChipProps) {
  return (
    <span
      className={cn(
        "inline-flex h-7 min-w-16 shrink items-center rounded-chip border font-medium text-meta max-md:h-11 max-md:text-body",
        chosen ? "border-edge-strong bg-subtle text-ink" : "border-edge-strong border-dashed text-ink-2",
        className,
      )}
    >
      <button
        type="button"
        {...rest}
        className={cn(
          "flex h-full min-w-0 items-center gap-1.5 rounded-chip px-2.5 hover:text-ink",
          chosen && onClear && "pr-1.5",
        )}
      >
        {!chosen && <Plus aria-hidden strokeWidth={2} className="size-3.5 shrink-0" />}
        <span className="max-w-60 truncate">{chosen ? `${label}: ${chosen}` : label}</span>
      </button>
      {chosen && onClear && (
        <button
          type="button"
          aria-label={texts.clear(label.toLowerCase())}
          className="grid h-full w-6 shrink-0 place-items-center rounded-chip pr-1 hover:text-ink max-md:w-11"
          onClick={onClear}
        >
          <X aria-hidden strokeWidth={2} className="size-3.5" />
        </button>
      )}
    </span>
  );
}
