import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import type { IconType } from "@/components/ui/icons/icons";
import { cn } from "./cn";

const look = cva(
  "inline-flex h-5 items-center gap-1.5 whitespace-nowrap rounded-chip px-2 align-top font-medium text-meta",
  {
    variants: {
      tone: {
        neutral: "bg-muted text-ink-2",
        outlined: "border border-edge-strong bg-surface text-ink-2",
        green: "bg-brand-wash text-brand",
        amber: "bg-amber-wash text-amber",
        red: "bg-red-wash text-red",
        blue: "bg-pos-wash text-pos-ink",
      },
    },
    defaultVariants: { tone: "neutral" },
  },
);

interface ChipProps extends ComponentProps<"span">, VariantProps<typeof look> {
  icon?: IconType;
  /** Shows a dot in the chip's colour instead of an icon. */
  dot?: boolean;
}

/** A short label on a coloured background. */
export function Chip({ tone, icon: Icon, dot, className, children, ...rest }: ChipProps) {
  return (
    <span {...rest} className={cn(look({ tone }), className)}>
      {dot && (
        <span
          aria-hidden
          className={cn("size-1.5 rounded-full bg-current", tone === "green" && "bg-brand-solid")}
        />
      )}
      {Icon && <Icon aria-hidden strokeWidth={2} className="size-3.5 shrink-0" />}
      {children}
    </span>
  );
}
