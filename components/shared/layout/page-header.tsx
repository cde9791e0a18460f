import type { ReactNode } from "react";
import { cn } from "../../ui/display/cn";

interface PageHeaderProps {
  title: ReactNode;
  /** Shown next to the title, mostly a chip. */
  badge?: ReactNode;
  /** Parts of the line below the title, separated by hairlines. */
  meta?: readonly ReactNode[];
  /** Buttons on the right. */
  actions?: ReactNode;
  /** Shows only the title on a phone. */
  brief?: boolean;
  className?: string;
}

/** Separated by hairlines; the first of a wrapped line is clipped. Parts with `data-wide` are hidden first. */
const PART =
  "-ml-[11px] mr-5 flex max-w-full items-center border-edge-strong border-l pl-2.5 @max-[760px]/page:has-[>[data-wide]]:hidden";

/** Header of a page: its title and actions. */
export function PageHeader({ title, badge, meta = [], actions, brief = false, className }: PageHeaderProps) {
  const parts = meta.filter(Boolean);
  return (
    <header
      className={cn(
        "flex min-h-[70px] flex-wrap items-center gap-x-4 gap-y-2 pt-2.5 pb-2 max-md:pt-4 max-md:pb-3",
        brief && "max-md:min-h-0 max-md:pb-0",
        className,
      )}
    >
      <div className="min-w-0 flex-1 max-md:basis-40">
        <div className="flex min-w-0 items-center gap-2.5">
          <h1 dir="auto" className="truncate text-page">
            {title}
          </h1>
          <span className={cn("contents", brief && "max-md:hidden")}>{badge}</span>
        </div>
        {parts.length > 0 && (
          <div
            className={cn(
              "flex min-h-5 flex-wrap items-center overflow-x-clip text-ink-3 text-meta",
              brief && "max-md:hidden",
            )}
          >
            {parts.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts have a fixed order
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
