import { ClosedChip } from "./event-phase";
import { Instant } from "./instant";
import { PageHeader } from "./page-header";

interface MoneyHeadProps {
  page: "reconciliation" | "settlement";
  isClosed: boolean;
  /** When the figures were read. */
  asOf: string;
}

const PAGES = {
  reconciliation: {
    title: "Reconciliation",
    meta: "Our books against what needs a person and what has been settled",
  },
  settlement: { title: "Settlement", meta: "Money on its way from the collection account to you" },
} as const;

/** The head of the two pages about money. */
export function MoneyHead({ page, isClosed, asOf }: MoneyHeadProps) {
  return (
    <PageHeader
      title={PAGES[page].title}
      badge={isClosed && <ClosedChip />}
      meta={[PAGES[page].meta]}
      actions={
        <span className="text-ink-3 text-meta">
          As of <Instant at={asOf} as="day-time" />
        </span>
      }
    />
  );
}
