import type { ReactNode } from "react";
import { ClosedChip } from "../format/event-phase";
import { Instant } from "../format/instant";
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
    title: "Reconciliation",
    meta: "The ledger, open exceptions and settlement",
  },
  settlement: { title: "Settlement", meta: "Money on its way from the collection account to you" },
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
          <span className="text-ink-3 text-meta">
            As of <Instant at={asOf} as="day-time" />
          </span>
          {actions}
        </>
      }
    />
  );
}
