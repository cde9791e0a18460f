import { formatCount } from "@/lib/core/count";
import { formatNaira, readMoney } from "@/lib/core/naira";
import { Button } from "../ui/button";
import type { PageWire } from "./payment-pages";

interface HeadProps {
  count: number | undefined;
  /** What the filters leave; null while it is being counted, `undefined` without filters. */
  totals: PageWire["totals"] | undefined;
  onClear: () => void;
}

/** What is listed: all payments, or how many of them and what they come to, of the successful ones where there are any. */
export function PaymentsSummary({ count, totals, onClear }: HeadProps) {
  return (
    <h2 className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 text-section">
      Payments
      <span className="figures font-normal text-body text-ink-3 tracking-normal" data-testid="payments-count">
        {totals === undefined
          ? count !== undefined && formatCount(count)
          : totals && wordsOf(totals, count ?? 0)}
      </span>
      {totals !== undefined && (
        <Button tone="ghost" size="small" onClick={onClear}>
          Clear
        </Button>
      )}
    </h2>
  );
}

function wordsOf(totals: NonNullable<PageWire["totals"]>, all: number): string {
  const { successful, pending, failed, is_more: isMore } = totals;
  const found = successful.count + pending.count + failed.count;
  const money =
    successful.count > 0
      ? readMoney(successful.amount)
      : readMoney(pending.amount) + readMoney(failed.amount);
  const more = isMore ? "more than " : "";
  return `${more}${formatCount(found)} of ${formatCount(all)}, ${more}${formatNaira(money)}`;
}
