import { formatCount } from "@/lib/core/format/count";
import { EXPECTED_PAYMENT_STATUSES, type ExpectedPaymentStatus } from "@/lib/core/transaction";
import { ListToolbar } from "../shared/tables/list-toolbar";
import { countAll, expectedPaymentsHref, STATUS_NAMES, type TotalsJson } from "./api";
import * as texts from "./texts";

interface ToolbarProps {
  sessionId: string;
  totals: TotalsJson;
  status: ExpectedPaymentStatus | undefined;
  q: string;
  onSearch: (text: string) => void;
}

/** The tabs by status with their counts, and the search; a tab keeps the search text. */
export function ExpectedToolbar({ sessionId, totals, status, q, onSearch }: ToolbarProps) {
  const hrefOf = (one: ExpectedPaymentStatus | undefined) =>
    expectedPaymentsHref(sessionId, { status: one, q });
  const tabs = EXPECTED_PAYMENT_STATUSES.map((one) => ({
    label: STATUS_NAMES[one],
    href: hrefOf(one),
    count: formatCount(totals[one].count),
  }));
  return (
    <ListToolbar
      tabs={{
        label: texts.ordersByStatus,
        current: hrefOf(status),
        choices: [
          { label: texts.all, href: hrefOf(undefined), count: formatCount(countAll(totals)) },
          ...tabs,
        ],
      }}
      search={{
        "aria-label": texts.searchExpectedPayments,
        placeholder: texts.referenceOrPayer,
        text: q,
        onSearch,
      }}
    />
  );
}
