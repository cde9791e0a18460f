import type { ReactNode } from "react";
import { cn } from "../../ui/display/cn";

/** Shows stale figures in greyscale; their labels show the time. */
export function StalePanel({
  stale,
  className,
  children,
}: {
  stale: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div data-stale={stale || undefined} className={cn(stale && "grayscale", className)}>
      {children}
    </div>
  );
}
