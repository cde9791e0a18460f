import type { ReactNode } from "react";
import { Clock } from "@/components/ui/icons/late-icons";
import { ClosedChip } from "../format/event-phase";
import { Instant } from "../format/instant";
import * as texts from "./late-texts";
import { PageHeader } from "./page-header";

interface MoneyHeadProps {
  page: "reconciliation" | "settlement";
  isClosed: boolean;
  /** Time at which the figures were read. */
  asOf: string;
  /** The page's buttons. */
  actions?: ReactNode;
}

const PAGES = {
  reconciliation: {
    title: texts.reconciliation,
    meta: texts.compareRecordedPaymentsWithSettlements,
  },
  settlement: { title: texts.settlement, meta: texts.moneyOnItsWay },
} as const;

/** Header of the reconciliation and settlement pages. */
export function MoneyPageHeader({ page, isClosed, asOf, actions }: MoneyHeadProps) {
  return (
    <PageHeader
      title={PAGES[page].title}
      badge={isClosed && <ClosedChip />}
      meta={[PAGES[page].meta]}
      actions={
        <>
          <span className="flex items-center gap-1.5 text-ink-3 text-meta">
            <Clock aria-hidden className="size-3.5" />
            <span>
              {texts.asOf}
              <Instant at={asOf} as="day-time" />
            </span>
          </span>
          {actions}
        </>
      }
    />
  );
}
