import { computeShares, formatCountWithNoun } from "@/lib/core/format/count";
import { toKobo } from "@/lib/core/format/naira";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { type Stat, StatRow } from "../shared/layout/stat-row";
import type { OperatorsJson } from "./api";

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
      label: "Assigned",
      figure: <Naira amount={linked.amount} size="stat" />,
      note: [
        formatCountWithNoun(linked.count, "payment"),
        toKobo(overview.taken.amount) > 0n && `${share}% of takings`,
      ]
        .filter(Boolean)
        .join(" · "),
    },
    {
      label: "On shift",
      figure: `${onShift} of ${operators.length}`,
      note: isClosed ? (
        "the event is closed"
      ) : shiftEnds.length > 0 ? (
        <LastShiftEnd at={shiftEnds.at(-1) ?? ""} count={shiftEnds.length} />
      ) : (
        "on a terminal right now"
      ),
    },
    {
      label: "Unassigned",
      figure: <Naira amount={unassignedAmount} size="stat" />,
      note: <UnassignedNote unassigned={unassigned} onAssign={onAssign} />,
    },
  ];
  return (
    <>
      <StatRow label="Operators together" stats={few ? stats.slice(0, 2) : stats} className="max-md:hidden" />
      <StatRow label="Operators together" stats={stats} className="md:hidden" />
    </>
  );
}

function LastShiftEnd({ at, count }: { at: string; count: number }) {
  return (
    <>
      {count} handed over, last at <Instant at={at} as="minute" />
    </>
  );
}

function UnassignedNote({
  unassigned,
  onAssign,
}: Pick<OperatorStatsProps, "onAssign"> & Pick<OperatorsJson, "unassigned">) {
  const { transfers, pos } = unassigned;
  const parts = [
    formatCountWithNoun(transfers.count, "transfer"),
    pos.count > 0 && `${pos.count} at terminals`,
  ];
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
            Assign
          </button>
        </>
      )}
    </>
  );
}
