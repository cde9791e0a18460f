import type { ReactNode } from "react";
import { cn } from "./cn";
import { Link } from "./link";

interface Tab {
  href: string;
  label: ReactNode;
  count?: number | string;
}

/** Links to the views of one page. */
export function Tabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  return (
    <nav aria-label={label} className="flex flex-wrap border-edge border-b text-body">
      {tabs.map(({ href, label: text, count }) => (
        <Link
          key={href}
          href={href}
          aria-current={href === current ? "page" : undefined}
          className={cn(
            "flex h-9 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 px-2.5 max-[400px]:px-1.5 font-medium text-ink-2 hover:text-ink focus-visible:-outline-offset-2 max-md:h-11",
            href === current && "border-primary font-semibold text-ink",
          )}
        >
          {text}
          {count !== undefined && <span className="figures font-normal text-ink-3">{count}</span>}
        </Link>
      ))}
    </nav>
  );
}
