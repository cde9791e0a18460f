import { BanknoteArrowDown, BookOpen, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { countOf } from "@/lib/core/count";
import { formatNaira, readMoney } from "@/lib/core/naira";
import { settledPercent } from "../settlement/share";
import { Card } from "../shared/card";
import { Naira } from "../shared/money";
import { Chip } from "../ui/chip";
import type { BooksWire, SettlementWire } from "./wire";

/** Our books beside what of them has been settled and is awaited. */
export function BooksStrip({ books, settlement }: { books: BooksWire; settlement: SettlementWire }) {
  const { total_settled: settled, total_pending_settlement: awaiting } = settlement;
  return (
    <Card aria-label="Our books and what is settled" className="grid @min-[540px]/page:grid-cols-2">
      <Side
        icon={BookOpen}
        title="Our books"
        note={countOf(books.successful_count, "successful payment")}
        amount={<Naira amount={books.total_inflow} size="figure" />}
      />
      <Side
        icon={BanknoteArrowDown}
        title="Settled"
        className="border-edge @max-[540px]/page:border-t @min-[540px]/page:border-l"
        note={readMoney(awaiting) > 0n ? `${formatNaira(awaiting)} awaiting` : "Nothing awaits settlement"}
        amount={<Naira amount={settled} size="figure" />}
        chip={<SettledChip settled={settled} awaiting={awaiting} />}
      />
    </Card>
  );
}

/**
 * How much of our books has been settled; nothing where nothing was taken. What awaits settlement is what was taken less
 * what is settled, so the two agree by their making: only more settled than taken is a difference.
 */
function SettledChip({ settled, awaiting }: { settled: string; awaiting: string }) {
  const percent = settledPercent(settled, awaiting);
  if (readMoney(awaiting) < 0n)
    return <Chip tone="amber">{formatNaira(-readMoney(awaiting))} more than our books</Chip>;
  if (percent === undefined) return null;
  return <Chip tone={percent === 100 ? "green" : "neutral"}>{percent}% of our books</Chip>;
}

interface SideProps {
  icon: LucideIcon;
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
