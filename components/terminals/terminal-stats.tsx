import { countOf, formatCount, formatRate, sharesOf } from "@/lib/core/count";
import { Naira } from "../shared/money";
import { type Stat, StatRow } from "../shared/stat-row";
import { sumsOf, takingNow } from "./standing";
import type { Terminal, Terminals } from "./wire";

const withoutNote = ({ label, figure }: Stat): Stat => ({ label, figure });
const whereOf = ({ place, label }: Terminal) => place || label;

/** Where most has been taken in the last ten minutes. */
function busiestOf(busiest: ReturnType<typeof sumsOf>["busiest"]): Stat {
  const label = "Busiest right now";
  if (!busiest) return { label, figure: "–", note: "nothing in the last 10 min" };
  const note = [busiest.place, `${countOf(busiest.justNow, "payment")} in 10 min`];
  return { label, figure: busiest.label, note: note.filter(Boolean).join(" · ") };
}

/** What the terminals come to together. Two of the figures on a phone, three beside a drawer. */
export function TerminalStats({ overview, now, few }: { overview: Terminals; now: Date; few: boolean }) {
  const { terminals, status } = overview;
  const sums = sumsOf(overview);
  const [share] = sharesOf([sums.taken, sums.eventTaken - sums.taken]);
  const stats: Stat[] = [
    {
      label: "Taken at terminals",
      figure: <Naira amount={sums.taken} size="stat" />,
      note: [countOf(sums.count, "payment"), sums.eventTaken > 0n && `${share}% of takings`]
        .filter(Boolean)
        .join(" · "),
    },
    status === "active"
      ? {
          label: "Taking now",
          figure: `${takingNow(terminals, now)} of ${terminals.length}`,
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
      note: sums.dearest ? `highest at ${whereOf(sums.dearest)}` : "nothing taken yet",
    },
  ];
  const more: Stat[] = [
    {
      label: "Failed",
      figure: formatCount(sums.failed),
      note: sums.attempts > 0 ? `${formatRate(sums.failed, sums.attempts)} of payments` : "no payments yet",
    },
    ...(status === "active" ? [busiestOf(sums.busiest)] : []),
  ];
  const strip = (shown: readonly Stat[], className: string) => (
    <StatRow label="Terminals together" stats={shown} className={className} />
  );
  return (
    <>
      {strip(stats.slice(0, 2).map(withoutNote), "md:hidden")}
      {strip(few ? stats : [...stats, ...more], "max-md:hidden")}
    </>
  );
}
