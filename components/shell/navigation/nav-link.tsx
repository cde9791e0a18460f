import { cn } from "../../ui/display/cn";
import { Link } from "../../ui/display/link";
import type { NavItem } from "../nav-items";
import * as texts from "./texts";

interface NavLinkProps {
  item: NavItem;
  href: string;
  current: boolean;
  /** Number of things that need attention. */
  waiting?: number | undefined;
}

/** Badge with the number of things that need attention. */
export function AttentionBadge({ count, className }: { count: number; className?: string }) {
  return (
    <span
      className={cn(
        "figures inline-grid h-[18px] min-w-[18px] place-items-center rounded-full border border-amber-line bg-amber-wash px-1 font-[550] text-amber text-axis leading-none",
        className,
      )}
    >
      {count > 99 ? "99+" : count}
      <span className="sr-only">{texts.waiting}</span>
    </span>
  );
}

/** A nav item of the sidebar; only its icon if the sidebar is collapsed. */
export function NavLink({ item: { name, icon: Icon }, href, current, waiting = 0 }: NavLinkProps) {
  return (
    <Link
      href={href}
      title={name}
      aria-current={current ? "page" : undefined}
      className={cn(
        "relative flex h-8 items-center gap-2.5 rounded-chip px-2 font-medium text-body text-ink-2 hover:bg-subtle hover:text-ink max-xl:w-10 max-xl:justify-center",
        current && "bg-muted text-ink hover:bg-muted",
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="truncate max-xl:sr-only">{name}</span>
      {waiting > 0 && (
        <AttentionBadge count={waiting} className="ml-auto max-xl:absolute max-xl:-top-1 max-xl:-right-1" />
      )}
    </Link>
  );
}
