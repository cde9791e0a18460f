import { computeShares, formatCount, formatRate } from "@/lib/core/format/count";
import { Naira } from "../shared/format/money";
import { type Stat, StatRow } from "../shared/layout/stat-row";
import type { TerminalJson, TerminalsJson } from "./api";
import { computeTotals, countTakingNow } from "./terminal-status";
import * as texts from "./texts";

const withoutNote = ({ label, figure }: Stat): Stat => ({ label, figure });
const terminalName = ({ location, label }: TerminalJson) => location || label;

/** The terminal with most payments in the last ten minutes. */
function busiestStat(busiest: ReturnType<typeof computeTotals>["busiest"]): Stat {
  const label = texts.busiestRightNow;
  if (!busiest) return { label, figure: "–", note: texts.nothingInTheLast10Min };
  const note = [busiest.location, texts.in10Min(texts.countPayments(busiest.justNow))];
  return { label, figure: busiest.label, note: note.filter(Boolean).join(" · ") };
}

/** Totals of all terminals: two figures on a phone, three next to a drawer. */
export function TerminalStats({ overview, now, few }: { overview: TerminalsJson; now: Date; few: boolean }) {
  const { terminals, status } = overview;
  const sums = computeTotals(overview);
  const [share] = computeShares([sums.taken, sums.eventTaken - sums.taken]);
  const stats: Stat[] = [
    {
      label: texts.takenAtTerminals,
      figure: <Naira amount={sums.taken} size="stat" />,
      note: [texts.countPayments(sums.count), sums.eventTaken > 0n && texts.ofTakings(share)]
        .filter(Boolean)
        .join(" · "),
    },
    status === "active"
      ? {
          label: texts.takingNow,
          figure: texts.terminalsOfAll(countTakingNow(terminals, now), terminals.length),
          note: texts.paidWithinTheLast10Min,
        }
      : {
          label: texts.tookSomething,
          figure: texts.terminalsOfAll(terminals.filter(({ count }) => count > 0).length, terminals.length),
          note: texts.theEventIsClosed,
        },
    {
      label: texts.averagePayment,
      figure: sums.average === undefined ? "–" : <Naira amount={sums.average} size="stat" />,
      note: sums.dearest ? texts.highestAt(terminalName(sums.dearest)) : texts.nothingTakenYet,
    },
  ];
  const more: Stat[] = [
    {
      label: texts.failedLabel,
      figure: formatCount(sums.failed),
      note:
        sums.attempts > 0
          ? texts.ofPayments(formatRate(sums.failed, sums.attempts))
          : texts.noPaymentsYetLabel,
    },
    ...(status === "active" ? [busiestStat(sums.busiest)] : []),
  ];
  const renderRow = (shown: readonly Stat[], className: string) => (
    <StatRow label={texts.terminalsTogether} stats={shown} className={className} />
  );
  return (
    <>
      {renderRow(stats.slice(0, 2).map(withoutNote), "md:hidden")}
      {renderRow(few ? stats : [...stats, ...more], "max-md:hidden")}
    </>
  );
}
