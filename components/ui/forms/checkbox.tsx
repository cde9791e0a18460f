import type { ComponentProps } from "react";
import { Check } from "@/components/ui/icons/icons";
import { cn } from "../display/cn";

/** A checkbox. Needs a `label` around it or an `aria-label`. */
export function Checkbox({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  return (
    <span className={cn("relative inline-grid size-4 shrink-0 place-items-center", className)}>
      <input
        {...rest}
        type="checkbox"
        className="peer absolute -inset-1 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-0 rounded-[4px] border border-control bg-surface peer-checked:border-primary peer-checked:bg-primary peer-focus-visible:outline-2 peer-focus-visible:outline-brand peer-focus-visible:outline-offset-2 peer-disabled:opacity-50"
      />
      <Check
        aria-hidden
        strokeWidth={3}
        className="pointer-events-none relative size-3 text-primary-ink opacity-0 peer-checked:opacity-100"
      />
    </span>
  );
}
