import type { ComponentProps } from "react";
import { ChevronDown } from "@/components/ui/icons/icons";
import { cn } from "../display/cn";

interface SelectProps extends Omit<ComponentProps<"select">, "size"> {
  size?: "small" | "medium" | "large";
  boxClassName?: string;
}

const HEIGHTS = {
  small: "h-7 rounded-chip pl-2 text-meta max-md:h-11 max-md:text-touch",
  medium: "h-8 rounded-chip pl-2.5 text-body max-md:h-11 max-md:text-touch",
  large: "h-10 rounded-field pl-3 text-section font-normal max-md:h-11 max-md:text-touch",
};

/** A native select. Needs a `Field` or an `aria-label`. */
export function Select({ size = "medium", boxClassName, className, children, ...rest }: SelectProps) {
  return (
    <span className={cn("relative flex min-w-0", boxClassName)}>
      <select
        {...rest}
        className={cn(
          "w-full min-w-0 appearance-none truncate border border-control bg-surface pr-8 text-ink disabled:border-edge-strong disabled:bg-subtle disabled:text-ink-3 aria-invalid:border-red",
          HEIGHTS[size],
          className,
        )}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}
