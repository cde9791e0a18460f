import type { ReactNode } from "react";
import { cn } from "../ui/cn";

interface PageHeaderProps {
  title: ReactNode;
  /** Beside the title, mostly a chip. */
  badge?: ReactNode;
  /** Parts of the line below, parted by hairlines. */
  meta?: readonly ReactNode[];
  /** Buttons at the right. */
  actions?: ReactNode;
  className?: string;
}

const PART = "flex items-center border-edge-strong not-first:ml-2.5 not-first:border-l not-first:pl-2.5";

/** What page this is, and what can be done on it. */
export function PageHeader({ title, badge, meta = [], actions, className }: PageHeaderProps) {
  const parts = meta.filter(Boolean);
  return (
    <header
      className={cn(
        "flex min-h-[70px] flex-wrap items-center gap-x-4 gap-y-2 pt-2.5 pb-2 max-md:pt-4 max-md:pb-3",
        className,
      )}
    >
      <div className="min-w-0 flex-1 max-md:basis-40">
        <div className="flex min-w-0 items-center gap-2.5">
          <h1 className="truncate text-page">{title}</h1>
          {badge}
        </div>
        {parts.length > 0 && (
          <div className="flex min-h-5 flex-wrap items-center text-ink-3 text-meta">
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a line never change places
              <span key={index} className={PART}>
                {part}
              </span>
            ))}
          </div>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>}
    </header>
  );
}
