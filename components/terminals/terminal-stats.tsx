import { computeShares, formatCount, formatCountWithNoun, formatRate } from "@/lib/core/format/count";
import { Naira } from "../shared/format/money";
import { type Stat, StatRow } from "../shared/layout/stat-row";
import type { TerminalJson, TerminalsJson } from "./api";
import { computeTotals, countTakingNow } from "./terminal-status";

const withoutNote = ({ label, figure }: Stat): Stat => ({ label, figure });
const terminalName = ({ location, label }: TerminalJson) => location || label;

/** The terminal with most payments in the last ten minutes. */
function busiestStat(busiest: ReturnType<typeof computeTotals>["busiest"]): Stat {
  const label = "Busiest right now";
  if (!busiest) return { label, figure: "–", note: "nothing in the last 10 min" };
  const note = [busiest.location, `${formatCountWithNoun(busiest.justNow, "payment")} in 10 min`];
  return { label, figure: busiest.label, note: note.filter(Boolean).join(" · ") };
}

/** Totals of all terminals: two figures on a phone, three next to a drawer. */
export function TerminalStats({ overview, now, few }: { overview: TerminalsJson; now: Date; few: boolean }) {
  const { terminals, status } = overview;
  const sums = computeTotals(overview);
  const [share] = computeShares([sums.taken, sums.eventTaken - sums.taken]);
  const stats: Stat[] = [
    {
      label: "Taken at terminals",
      figure: <Naira amount={sums.taken} size="stat" />,
      note: [formatCountWithNoun(sums.count, "payment"), sums.eventTaken > 0n && `${share}% of takings`]
        .filter(Boolean)
        .join(" · "),
    },
    status === "active"
      ? {
          label: "Taking now",
          figure: `${countTakingNow(terminals, now)} of ${terminals.length}`,
          note: "paid within the last 10 min",
        }
      : {
          label: "Took something",
          figure: `${terminals.filter(({ count }) => count > 0).length} of ${terminals.length}`,
          note: "the event is closed",
        },
    {
      label: "Average payment",
      figure: sums.average === undefined ? "–" : <Naira amount={sums.average} size="stat" />,
      note: sums.dearest ? `highest at ${terminalName(sums.dearest)}` : "nothing taken yet",
    },
  ];
  const more: Stat[] = [
    {
      label: "Failed",
      figure: formatCount(sums.failed),
      note: sums.attempts > 0 ? `${formatRate(sums.failed, sums.attempts)} of payments` : "no payments yet",
    },
    ...(status === "active" ? [busiestStat(sums.busiest)] : []),
  ];
  const renderRow = (shown: readonly Stat[], className: string) => (
    <StatRow label="Terminals together" stats={shown} className={className} />
  );
  return (
    <>
      {renderRow(stats.slice(0, 2).map(withoutNote), "md:hidden")}
      {renderRow(few ? stats : [...stats, ...more], "max-md:hidden")}
    </>
  );
}
