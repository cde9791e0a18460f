import type { ComponentProps, ReactNode } from "react";
import { cn } from "../../ui/display/cn";

/** A card with a border and no shadow. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return (
    <section
      {...rest}
      className={cn(
        "overflow-clip rounded-card border border-edge bg-surface max-md:rounded-phone",
        className,
      )}
    />
  );
}

interface CardHeadProps {
  title: ReactNode;
  /** Shown next to the title, in ink-3. */
  count?: ReactNode;
  children?: ReactNode;
  className?: string;
}

/** Header of a card: its title and actions. */
export function CardHead({ title, count, children, className }: CardHeadProps) {
  return (
    <div className={cn("flex min-h-12 flex-wrap items-center gap-2 px-4 py-2", className)}>
      <h2 className="mr-auto flex items-baseline gap-2 text-section">
        {title}
        {count !== undefined && (
          <span className="figures font-normal text-body text-ink-3 tracking-normal">{count}</span>
        )}
      </h2>
      {children}
    </div>
  );
}
