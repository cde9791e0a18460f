import { formatNaira, toKobo } from "@/lib/core/format/naira";
import { SplitBar } from "../charts/split-bar";
import type { LedgerJson, SettlementJson } from "../reconciliation/api";
import { Naira } from "../shared/format/money";
import { Banner } from "../shared/layout/banner";
import { Card } from "../shared/layout/card";
import { cn } from "../ui/display/cn";
import type { AwaitingJson } from "./api";
import { settledPercent } from "./settled-percent";
import * as texts from "./texts";

interface SettledCardProps {
  settlement: SettlementJson;
  ledger: LedgerJson;
  /** Undefined until it is loaded. */
  awaiting: readonly AwaitingJson[] | undefined;
}

/** Whether nothing is known about the settlement of the event's payments, because their banks report none. */
function isUnknown({ settled_count, pending_count }: SettlementJson, groups: SettledCardProps["awaiting"]) {
  if (settled_count > 0 || pending_count === 0) return false;
  return groups === undefined ? undefined : groups.every((one) => !one.is_reported);
}

/** Settled and awaiting amounts; gross, as the bank settles them. */
export function SettledCard({ settlement, ledger, awaiting: groups }: SettledCardProps) {
  const taken = ledger.total_inflow;
  const settled = toKobo(settlement.total_settled);
  const pending = toKobo(settlement.total_pending_settlement);
  const notComing = toKobo(settlement.total_not_coming);
  // A settlement can be more than the takings; then the difference is a difference and nothing is awaited.
  const awaiting = pending - (notComing < pending ? notComing : 0n);
  return (
    <Card aria-label={texts.settledAndAwaiting} className="px-5 py-4">
      <div className="flex flex-wrap justify-between gap-x-6 gap-y-3">
        <Side
          title={texts.settled}
          swatch="bg-transfer"
          amount={settled}
          count={settlement.settled_count}
          isUnknown={isUnknown(settlement, groups)}
        />
        <Side
          title={texts.awaitingSettlement}
          swatch="border border-transfer bg-transfer-soft"
          amount={awaiting}
          count={settlement.pending_count - settlement.not_coming_count}
          className="md:items-end"
        />
      </div>
      <Proportion taken={taken} settled={settled} awaiting={awaiting} />
      {notComing > 0n && (
        <p className="figures mt-2 text-ink-3 text-meta">
          {texts.wasReturnedBeforeSettlement(formatNaira(notComing))}
        </p>
      )}
      {awaiting < 0n && (
        <Banner tone="amber" className="mt-3" title={texts.moreIsSettledThanWasTaken(formatNaira(-awaiting))}>
          {texts.contactTheOperatorOfTheService}
        </Banner>
      )}
    </Card>
  );
}

interface ProportionProps {
  taken: LedgerJson["total_inflow"];
  settled: bigint;
  awaiting: bigint;
}

/** The settled share of the takings, as a bar and in percent. */
function Proportion({ taken, settled, awaiting }: ProportionProps) {
  const percent = settledPercent(settled, awaiting);
  return (
    <>
      <SplitBar
        className="mt-5"
        label={texts.ofTaken(formatNaira(taken))}
        parts={[
          { key: "settled", label: "settled", value: settled, className: "bg-transfer" },
          {
            key: "awaiting",
            label: "awaiting",
            value: awaiting > 0n ? awaiting : 0n,
            className: "bg-transfer-soft",
          },
        ]}
      />
      <p className="figures mt-2 flex justify-between text-ink-3 text-meta">
        {percent === undefined ? (
          <span>{texts.nothingTakenYet}</span>
        ) : (
          <>
            <span>{texts.percentTaken(percent, formatNaira(taken))}</span>
            <span>{100 - percent}%</span>
          </>
        )}
      </p>
    </>
  );
}

interface SideProps {
  title: string;
  swatch: string;
  amount: bigint;
  count: number;
  className?: string;
  /** Whether the banks report no such amount; undefined while that is not loaded. */
  isUnknown?: boolean | undefined;
}

function Side({ title, swatch, amount, count, className, isUnknown: isNotReported = false }: SideProps) {
  return (
    <div className={cn("flex min-w-0 flex-col", className)}>
      <h2 className="flex items-center gap-2 font-normal text-body text-ink-2 tracking-normal">
        <span aria-hidden className={cn("size-2.5 rounded-[3px]", swatch)} />
        {title}
      </h2>
      {isNotReported ? (
        <span className="text-figure-lg text-ink-3">{texts.notReported}</span>
      ) : (
        <Naira amount={amount} size="figure-lg" />
      )}
      <span className="figures text-ink-3 text-meta">
        {isNotReported ? texts.theBankDoesNotReportSettlements : texts.countPayments(count)}
      </span>
    </div>
  );
}
