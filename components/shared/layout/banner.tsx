import type { ReactNode } from "react";
import { CircleAlert, type IconType, Info, TriangleAlert } from "@/components/ui/icons/icons";
import { cn } from "../../ui/display/cn";

const TONES = {
  info: { box: "border-edge bg-surface", ink: "text-ink", icon: Info },
  amber: { box: "border-amber-line bg-amber-wash", ink: "text-amber", icon: TriangleAlert },
  red: { box: "border-red-line bg-red-wash", ink: "text-red", icon: CircleAlert },
} as const;

interface BannerProps {
  tone?: keyof typeof TONES;
  icon?: IconType;
  title: ReactNode;
  children?: ReactNode;
  /** Shown on the right, such as a time or a button. */
  aside?: ReactNode;
  /** Announced at once by a screen reader; for changes while the page is open. */
  urgent?: boolean;
  className?: string;
}

/** A banner above a page that reports an exceptional state. */
export function Banner({ tone = "info", icon, title, children, aside, urgent, className }: BannerProps) {
  const { box, ink, icon: toneIcon } = TONES[tone];
  const Icon = icon ?? toneIcon;
  return (
    <div
      {...(urgent && { role: "alert" })}
      className={cn(
        "flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 rounded-field border py-2 pr-2 pl-3.5 text-body",
        box,
        className,
      )}
    >
      <Icon aria-hidden className={cn("size-4 shrink-0", ink)} />
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5">
        <span className={cn("font-semibold", ink)}>{title}</span>
        {children && <span className="text-ink-2">{children}</span>}
      </div>
      {aside && <div className="flex items-center gap-2.5 pr-1.5 text-ink-2">{aside}</div>}
    </div>
  );
}
