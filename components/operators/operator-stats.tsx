import { computeShares } from "@/lib/core/format/count";
import { toKobo } from "@/lib/core/format/naira";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { type Stat, StatRow } from "../shared/layout/stat-row";
import type { OperatorsJson } from "./api";
import * as texts from "./texts";

interface OperatorStatsProps {
  overview: OperatorsJson;
  /** Shows two figures only, next to an open drawer. */
  few: boolean;
  /** Undefined if the member lacks the permission or nothing is unassigned. */
  onAssign: (() => void) | undefined;
}

/** Assigned and unassigned takings, which together are all takings of the event. */
export function OperatorStats({ overview, few, onAssign }: OperatorStatsProps) {
  const { linked, unassigned, operators } = overview;
  const unassignedAmount = toKobo(unassigned.transfers.amount) + toKobo(unassigned.pos.amount);
  const [share] = computeShares([toKobo(linked.amount), unassignedAmount]);
  const onShift = operators.filter(({ terminals }) => terminals.length > 0).length;
  const shiftEnds = operators.flatMap(({ to }) => to ?? []).sort();
  const isClosed = overview.status === "closed";
  const stats: Stat[] = [
    {
      label: texts.assigned,
      figure: <Naira amount={linked.amount} size="stat" />,
      note: [texts.countPayments(linked.count), toKobo(overview.taken.amount) > 0n && texts.ofTakings(share)]
        .filter(Boolean)
        .join(" · "),
    },
    {
      label: texts.onShift,
      figure: texts.onShiftOfAll(onShift, operators.length),
      note: isClosed ? (
        texts.theEventIsClosed
      ) : shiftEnds.length > 0 ? (
        <LastShiftEnd at={shiftEnds.at(-1) ?? ""} count={shiftEnds.length} />
      ) : (
        texts.onATerminalRightNow
      ),
    },
    {
      label: texts.unassigned,
      figure: <Naira amount={unassignedAmount} size="stat" />,
      note: <UnassignedNote unassigned={unassigned} onAssign={onAssign} />,
    },
  ];
  return (
    <>
      <StatRow
        label={texts.operatorsTogether}
        stats={few ? stats.slice(0, 2) : stats}
        className="max-md:hidden"
      />
      <StatRow label={texts.operatorsTogether} stats={stats} className="md:hidden" />
    </>
  );
}

function LastShiftEnd({ at, count }: { at: string; count: number }) {
  return (
    <>
      {texts.handedOverLastAt(count)}
      <Instant at={at} as="minute" />
    </>
  );
}

function UnassignedNote({
  unassigned,
  onAssign,
}: Pick<OperatorStatsProps, "onAssign"> & Pick<OperatorsJson, "unassigned">) {
  const { transfers, pos } = unassigned;
  const parts = [texts.countTransfers(transfers.count), pos.count > 0 && texts.countAtTerminals(pos.count)];
  return (
    <>
      {parts.filter(Boolean).join(" · ")}
      {onAssign && (
        <>
          {" · "}
          <button
            type="button"
            className="-my-1 inline-flex min-h-6 items-center rounded-[4px] font-semibold text-brand hover:underline"
            onClick={onAssign}
          >
            {texts.assign}
          </button>
        </>
      )}
    </>
  );
}
