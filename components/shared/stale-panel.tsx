import type { ReactNode } from "react";
import { cn } from "../ui/cn";

/** Takes the colour away from figures that were true a while ago. When that was is said by their own labels. */
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
