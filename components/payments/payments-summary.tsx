import { formatCount } from "@/lib/core/format/count";
import { formatNaira, toKobo } from "@/lib/core/format/naira";
import { Button } from "../ui/forms/button";
import type { PaymentsPageJson } from "./payment-pages";
import * as texts from "./texts";

interface HeadProps {
  count: number | undefined;
  /** Totals by the filters; null while loading, undefined without filters. */
  totals?: PaymentsPageJson["totals"] | undefined;
  onClear: () => void;
}

/** Number of payments, or of matches and their amount: of the successful ones if there are any. */
export function PaymentsSummary({ count, totals, onClear }: HeadProps) {
  return (
    <h2 className="flex min-h-8 min-w-0 flex-wrap items-center gap-x-2 text-section">
      {texts.payments}
      <span className="figures font-normal text-body text-ink-3 tracking-normal" data-testid="payments-count">
        {totals === undefined
          ? count !== undefined && formatCount(count)
          : totals && formatTotals(totals, count ?? 0)}
      </span>
      {totals !== undefined && (
        <Button tone="ghost" size="small" onClick={onClear}>
          {texts.clear}
        </Button>
      )}
    </h2>
  );
}

function formatTotals(totals: NonNullable<PaymentsPageJson["totals"]>, all: number): string {
  const { successful, pending, failed, is_more: isMore } = totals;
  const found = successful.count + pending.count + failed.count;
  const money =
    successful.count > 0 ? toKobo(successful.amount) : toKobo(pending.amount) + toKobo(failed.amount);
  const more = isMore ? texts.moreThan : "";
  return texts.foundOfAll(more, formatCount(found), formatCount(all), formatNaira(money));
}
