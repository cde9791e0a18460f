import type { ReactNode } from "react";
import { cn } from "../../ui/display/cn";
import { Button } from "../../ui/forms/button";

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  /** The suggested next action. */
  action?: ReactNode;
  className?: string;
}

/** Empty state: a sentence and the next action. */
export function EmptyState({ title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn("flex flex-col items-center gap-1 px-6 py-16 text-center", className)}>
      <p className="font-medium text-body text-ink-2">{title}</p>
      {children && <div className="max-w-md text-pretty text-body text-ink-3">{children}</div>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

interface NoMatchProps {
  title: ReactNode;
  children?: ReactNode;
  /** Label of the button that clears the filters. */
  clearLabel: string;
  onClear: () => void;
}

/** Empty state of a filtered list: nothing matches, and a button clears the filters. */
export function NoMatch({ title, children, clearLabel, onClear }: NoMatchProps) {
  return (
    <EmptyState title={title} action={<Button onClick={onClear}>{clearLabel}</Button>}>
      {children}
    </EmptyState>
  );
}
