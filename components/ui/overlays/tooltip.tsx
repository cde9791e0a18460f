import * as Radix from "radix-ui/tooltip";
import type { ReactNode } from "react";
import { cn } from "../display/cn";

/** Classes of the tooltip panel. */
export const TOOLTIP_CLASS =
  "z-60 max-w-80 animate-fade-in rounded-field bg-primary px-2.5 py-1.5 text-meta text-primary-ink shadow-pop";

/** A tooltip on hover and focus. Stays open while hovered itself, and Esc closes it. */
export function Tooltip({
  tip,
  children,
  className,
}: {
  tip: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content sideOffset={6} collisionPadding={8} className={cn(TOOLTIP_CLASS, className)}>
            {tip}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}
