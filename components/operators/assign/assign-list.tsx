import { formatPayerName } from "@/lib/core/format/payer-format";
import { Instant } from "../../shared/format/instant";
import { Naira } from "../../shared/format/money";
import { StatusCell } from "../../shared/format/status";
import { Skeleton } from "../../ui/display/skeleton";
import { Button } from "../../ui/forms/button";
import { Checkbox } from "../../ui/forms/checkbox";
import type { PaymentRowJson } from "../api";
import { PaymentsNotLoaded } from "../payment-list";
import type { usePayments } from "../use-operators";
import * as texts from "./texts";

interface Chosen {
  ids: ReadonlySet<string>;
  all: boolean;
}

interface AssignListProps {
  query: ReturnType<typeof usePayments>;
  rows: readonly PaymentRowJson[] | undefined;
  /** Total number of matches; undefined if counting stopped at its limit. */
  found: number | undefined;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  atOnce: number;
}

/** Payments with a checkbox each, and one for all of them. */
export function AssignList({ query, rows, found, chosen, onChoose, atOnce }: AssignListProps) {
  if (query.isError) return <PaymentsNotLoaded onRetry={() => query.refetch()} />;
  if (!rows) return <Skeleton className="h-40" />;
  if (rows.length === 0)
    return <p className="py-8 text-center text-body text-ink-3">{texts.allPaymentsHereAreAssigned}</p>;
  const shown = rows.slice(0, atOnce).map(({ id }) => id);
  const areAllShown = chosen.all || shown.every((id) => chosen.ids.has(id));
  const toggle = (id: string) => {
    const ids = new Set(chosen.all ? shown : chosen.ids);
    if (!ids.delete(id)) ids.add(id);
    onChoose({ ids, all: false });
  };
  return (
    <>
      <div className="flex min-h-9 items-center gap-3 border-edge border-b text-ink-3 text-meta">
        <label className="flex min-h-9 items-center gap-3 max-md:min-h-11">
          <Checkbox
            checked={areAllShown}
            onChange={() => onChoose({ ids: new Set(areAllShown ? [] : shown), all: false })}
          />
          {texts.allShown(shown.length)}
        </label>
        {areAllShown && !chosen.all && query.hasNextPage && found !== undefined && (
          <Button tone="ghost" size="small" onClick={() => onChoose({ ids: new Set(), all: true })}>
            {texts.chooseAll(texts.countPayments(found))}
          </Button>
        )}
      </div>
      <ul aria-label={texts.unassignedPayments}>
        {rows.map((payment) => (
          <Line
            key={payment.id}
            payment={payment}
            checked={chosen.all || chosen.ids.has(payment.id)}
            onToggle={() => toggle(payment.id)}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="mt-3" busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {texts.showMore}
        </Button>
      )}
    </>
  );
}

function Line({
  payment,
  checked,
  onToggle,
}: {
  payment: PaymentRowJson;
  checked: boolean;
  onToggle: () => void;
}) {
  const { sender_name, narration, paid_at, amount, status, terminal_label } = payment;
  return (
    <li className="border-edge border-b last:border-b-0">
      <label className="flex min-h-12 cursor-pointer items-center gap-3 py-1.5 text-body hover:bg-subtle">
        <Checkbox checked={checked} onChange={onToggle} />
        <Instant at={paid_at} className="shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{formatPayerName(sender_name) || texts.noName}</span>
          <span className="block truncate text-ink-3 text-meta">{terminal_label ?? narration}</span>
        </span>
        {status !== "successful" && <StatusCell status={status} />}
        <Naira amount={amount} size="row" status={status} />
      </label>
    </li>
  );
}
