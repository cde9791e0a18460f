import { cva, type VariantProps } from "class-variance-authority";
import { type Money, nairaParts } from "@/lib/core/format/naira";
import { cn } from "../../ui/display/cn";

const look = cva("figures whitespace-nowrap", {
  variants: {
    size: {
      inherit: "",
      row: "font-semibold",
      drawer: "text-drawer",
      stat: "text-stat",
      figure: "text-figure",
      "figure-lg": "text-figure-lg",
      hero: "text-hero",
    },
    /** Pending and failed amounts are in no total, and are drawn fainter. */
    status: { successful: "", pending: "font-medium text-ink-2", failed: "font-normal text-ink-3" },
  },
  defaultVariants: { size: "inherit", status: "successful" },
});

/** The characters before the kobo of a large amount that fit on the narrowest screens: below ₦100,000,000. */
const MAX_WHOLE = "₦99,999,999".length;

interface NairaProps extends VariantProps<typeof look> {
  amount: Money;
  /** Shows a sign also for positive amounts, as in a difference. */
  plus?: boolean;
  className?: string;
}

/**
 * An amount of money. From size `drawer` on the kobo are fainter, and in `hero` ₦ is spaced from the first
 * digit. A long one is smaller on narrow screens.
 */
export function Naira({ amount, plus = false, size, status, className }: NairaProps) {
  const { sign, whole, kobo } = nairaParts(amount, { plus });
  const isLarge = size && size !== "inherit" && size !== "row";
  const isLong = isLarge && whole.length > MAX_WHOLE;
  const [symbol, digits] = [whole.slice(0, 1), whole.slice(1)];
  return (
    // Replaced when it gets longer: at a right edge its start would shift.
    <span
      key={whole.length}
      className={cn(look({ size, status }), className, isLong && "max-[25rem]:text-stat")}
    >
      {sign}
      {size === "hero" ? <span className="mr-[.045em]">{symbol}</span> : symbol}
      {digits}
      {isLarge ? <span className="text-ink-3">{kobo}</span> : kobo}
    </span>
  );
}
