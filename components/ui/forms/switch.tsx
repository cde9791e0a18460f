import type { ComponentProps } from "react";
import { cn } from "../display/cn";

/** A switch that applies at once. Needs a `label` around it or an `aria-label`. */
export function Switch({ className, ...rest }: Omit<ComponentProps<"input">, "type" | "role">) {
  return (
    <span className={cn("relative inline-flex h-[18px] w-8 shrink-0 items-center", className)}>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox exposes its own state
        role="switch"
        className="peer absolute inset-x-0 -inset-y-1 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden
        className="pointer-events-none h-full w-full rounded-full bg-control transition-colors duration-100 peer-checked:bg-brand-solid peer-focus-visible:outline-2 peer-focus-visible:outline-brand peer-focus-visible:outline-offset-2 peer-disabled:opacity-50"
      />
      <span
        aria-hidden
        className="pointer-events-none absolute left-0.5 size-3.5 rounded-full bg-white shadow-button transition-transform duration-100 peer-checked:translate-x-3.5"
      />
    </span>
  );
}
