import { BanknoteArrowDown, BookOpen, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { countOf } from "@/lib/core/count";
import { formatNaira, readMoney } from "@/lib/core/naira";
import { Card } from "../shared/card";
import { Naira } from "../shared/money";
import { Chip } from "../ui/chip";
import type { BooksWire, SettlementWire } from "./wire";

/** Our books beside what is settled and awaited: the two must be one figure. */
export function BooksStrip({ books, settlement }: { books: BooksWire; settlement: SettlementWire }) {
  const { total_settled: settled, total_pending_settlement: awaiting } = settlement;
  const arrived = readMoney(settled) + readMoney(awaiting);
  const difference = arrived - readMoney(books.total_inflow);
  const isComparable = books.version === settlement.version;
  return (
    <Card aria-label="Our books and the settlement" className="grid @min-[540px]/page:grid-cols-2">
      <Side
        icon={BookOpen}
        title="Our books"
        note={countOf(books.successful_count, "successful payment")}
        amount={<Naira amount={books.total_inflow} size="figure" />}
      />
      <Side
        icon={BanknoteArrowDown}
        title="Settlement"
        className="border-edge @max-[540px]/page:border-t @min-[540px]/page:border-l"
        note={`${formatNaira(settled)} settled · ${formatNaira(awaiting)} awaiting`}
        amount={<Naira amount={arrived} size="figure" />}
        chip={
          !isComparable ? null : difference === 0n ? (
            <Chip tone="green">Agrees with our books</Chip>
          ) : (
            <Chip tone="amber">{formatNaira(difference, { plus: true })} against our books</Chip>
          )
        }
      />
    </Card>
  );
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
