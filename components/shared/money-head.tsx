import { Ban } from "lucide-react";
import { Chip } from "../ui/chip";
import { SegmentedLinks } from "../ui/segmented";
import { Instant } from "./instant";
import { PageHeader } from "./page-header";

interface MoneyHeadProps {
  sessionId: string;
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

/** The head of the two pages about money; on a phone they are one tab, and a switch leads from one to the other. */
export function MoneyHead({ sessionId, page, isClosed, asOf }: MoneyHeadProps) {
  const base = `/events/${sessionId}`;
  return (
    <>
      <PageHeader
        title={PAGES[page].title}
        badge={isClosed && <Chip icon={Ban}>Closed</Chip>}
        meta={[PAGES[page].meta]}
        actions={
          <span className="text-ink-3 text-meta">
            As of <Instant at={asOf} as="date" />, <Instant at={asOf} />
          </span>
        }
      />
      <SegmentedLinks
        label="Money"
        className="mb-3 flex w-full md:hidden"
        current={`${base}/${page}`}
        choices={[
          { href: `${base}/settlement`, label: "Settlement" },
          { href: `${base}/reconciliation`, label: "Reconciliation" },
        ]}
      />
    </>
  );
}
