import { countOf, sharesOf } from "@/lib/core/count";
import { readMoney } from "@/lib/core/naira";
import { Instant } from "../shared/instant";
import { Naira } from "../shared/money";
import { type Stat, StatRow } from "../shared/stat-row";
import type { Operators } from "./wire";

interface OperatorStatsProps {
  overview: Operators;
  /** Beside a drawer there is room for two. */
  few: boolean;
  /** Absent where the member may not, or there is nothing to assign. */
  onAssign: (() => void) | undefined;
}

/** What is linked to people and what is nobody's: together, all that the event has taken. */
export function OperatorStats({ overview, few, onAssign }: OperatorStatsProps) {
  const { linked, unassigned, operators } = overview;
  const nobodys = readMoney(unassigned.transfers.amount) + readMoney(unassigned.pos.amount);
  const [share] = sharesOf([readMoney(linked.amount), nobodys]);
  const onShift = operators.filter(({ terminals }) => terminals.length > 0).length;
  const left = operators.flatMap(({ to }) => to ?? []).sort();
  const isClosed = overview.status === "closed";
  const stats: Stat[] = [
    {
      label: "Linked to an operator",
      figure: <Naira amount={linked.amount} size="stat" />,
      note: [
        countOf(linked.count, "payment"),
        readMoney(overview.taken.amount) > 0n && `${share}% of takings`,
      ]
        .filter(Boolean)
        .join(" · "),
    },
    {
      label: "On shift",
      figure: `${onShift} of ${operators.length}`,
      note: isClosed ? (
        "the event is closed"
      ) : left.length > 0 ? (
        <LastHandOver at={left.at(-1) ?? ""} count={left.length} />
      ) : (
        "on a terminal right now"
      ),
    },
    {
      label: "No operator yet",
      figure: <Naira amount={nobodys} size="stat" />,
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

function LastHandOver({ at, count }: { at: string; count: number }) {
  return (
    <>
      {count} handed over, last at <Instant at={at} as="minute" />
    </>
  );
}

function UnassignedNote({
  unassigned,
  onAssign,
}: Pick<OperatorStatsProps, "onAssign"> & Pick<Operators, "unassigned">) {
  const { transfers, pos } = unassigned;
  const parts = [countOf(transfers.count, "transfer"), pos.count > 0 && `${pos.count} at terminals`];
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
