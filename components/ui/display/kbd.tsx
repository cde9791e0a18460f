import type { ReactNode } from "react";
import { cn } from "./cn";

/** A key cap. Next to a field it is hidden from assistive technology; in the list of keys it is read. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cn(
        "inline-flex h-5 min-w-5 items-center justify-center rounded-[4px] border border-edge bg-subtle px-1 font-sans text-axis text-ink-2",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
