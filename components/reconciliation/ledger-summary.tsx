import type { ReactNode } from "react";
import { BanknoteArrowDown, BookOpen, type IconType } from "@/components/ui/icons/icons";
import { formatNaira, toKobo } from "@/lib/core/format/naira";
import { settledPercent } from "../settlement/settled-percent";
import { Naira } from "../shared/format/money";
import { Card } from "../shared/layout/card";
import { Chip } from "../ui/display/chip";
import type { LedgerJson, SettlementJson } from "./api";
import * as texts from "./texts";

/** The ledger total next to the settled and awaiting amounts. */
export function LedgerSummary({ ledger, settlement }: { ledger: LedgerJson; settlement: SettlementJson }) {
  const { total_settled: settled, total_pending_settlement: awaiting } = settlement;
  return (
    <Card aria-label={texts.ledgerAndSettlement} className="grid @min-[540px]/page:grid-cols-2">
      <Side
        icon={BookOpen}
        title={texts.ourLedger}
        note={describeLedger(ledger)}
        amount={<Naira amount={ledger.total_inflow} size="figure" />}
      />
      <Side
        icon={BanknoteArrowDown}
        title={texts.settled}
        className="border-edge @max-[540px]/page:border-t @min-[540px]/page:border-l"
        note={describeAwaiting(settlement)}
        amount={<Naira amount={settled} size="figure" />}
        chip={<SettledChip settled={settled} awaiting={awaiting} />}
      />
    </Card>
  );
}

/** What awaits settlement; what was refunded or reversed before will not come. */
function describeAwaiting({
  total_settled: settled,
  total_pending_settlement: pending,
  total_not_coming: notComing,
}: SettlementJson) {
  const awaiting = toKobo(pending) - toKobo(notComing);
  const none = toKobo(settled) === 0n ? texts.nothingToSettle : texts.fullySettled;
  const text = awaiting > 0n ? texts.awaiting(formatNaira(awaiting)) : none;
  return toKobo(notComing) > 0n ? texts.willNotCome(text, formatNaira(notComing)) : text;
}

/** The number of payments, and what came back of them, with the net amount. */
function describeLedger({ successful_count: count, returned_total: returned, net_total: net }: LedgerJson) {
  const payments = texts.countSuccessfulPayments(count);
  if (toKobo(returned) === 0n) return payments;
  return texts.lessRefundsAndReversalsNet(payments, formatNaira(returned), formatNaira(net));
}

/**
 * Settled share of the ledger total; nothing if nothing was taken. The awaiting amount is the ledger total
 * less the settled one, so only a settled amount above the ledger total is a difference.
 */
function SettledChip({ settled, awaiting }: { settled: string; awaiting: string }) {
  const percent = settledPercent(settled, awaiting);
  if (toKobo(awaiting) < 0n)
    return <Chip tone="amber">{texts.moreThanTheLedger(formatNaira(-toKobo(awaiting)))}</Chip>;
  if (percent === undefined) return null;
  return <Chip tone={percent === 100 ? "green" : "neutral"}>{texts.ofTheLedger(percent)}</Chip>;
}

interface SideProps {
  icon: IconType;
  title: string;
  amount: ReactNode;
  note: string;
  chip?: ReactNode;
  className?: string;
}

function Side({ icon: Icon, title, amount, note, chip, className = "" }: SideProps) {
  return (
    <div className={`min-w-0 px-5 py-4 ${className}`}>
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-2 text-ink-2">
        <h2 className="flex items-center gap-2 text-body">
          <Icon aria-hidden strokeWidth={1.75} className="size-4 text-ink-3" />
          {title}
        </h2>
        {chip}
      </div>
      <p className="truncate">{amount}</p>
      <p className="figures text-ink-3 text-meta">{note}</p>
    </div>
  );
}
