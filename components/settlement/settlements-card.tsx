import { formatCountWithNoun } from "@/lib/core/format/count";
import { formatDate } from "@/lib/core/format/format-date";
import { Naira } from "../shared/format/money";
import { Card, CardHead } from "../shared/layout/card";
import { EmptyState } from "../shared/layout/empty";
import { type Column, DataTable } from "../shared/tables/data-table";
import type { LedgerSettlementJson, SettlementLedgerJson } from "./api";
import { providerName } from "./provider-names";

const SOURCES: Record<LedgerSettlementJson["source"], string> = {
  list: "Bank's list",
  notification: "Bank's notification",
  file: "Imported file",
};

const COLUMNS: Column<LedgerSettlementJson>[] = [
  {
    key: "settlement",
    title: "Settlement",
    head: true,
    cell: (one) => <Details settlement={one} />,
  },
  {
    key: "gross",
    title: "Gross",
    end: true,
    priority: 2,
    cell: ({ gross }) => <Naira amount={gross} />,
  },
  { key: "fees", title: "Fees", end: true, priority: 2, cell: ({ fees }) => <Stated amount={fees} /> },
  {
    key: "duty",
    title: "Stamp duty",
    end: true,
    priority: 3,
    cell: ({ stamp_duty }) => <Stated amount={stamp_duty} />,
  },
  { key: "net", title: "Net", end: true, cell: ({ net }) => <Stated amount={net} size="row" /> },
];

/** An amount, or a dash if the bank states none. */
function Stated({ amount, size }: { amount: string | null; size?: "row" }) {
  return amount === null ? (
    <span className="text-ink-3">–</span>
  ) : (
    <Naira amount={amount} {...(size && { size })} />
  );
}

interface SettlementsCardProps {
  ledger: SettlementLedgerJson | undefined;
  failed: React.ReactNode;
}

/** The settlements that contain payments of the event, each with its payments and differences. */
export function SettlementsCard({ ledger, failed }: SettlementsCardProps) {
  const count = ledger && formatCountWithNoun(ledger.settlements.length, "settlement");
  return (
    <Card aria-label="Settlements">
      <CardHead title="Settlements" count={ledger?.has_more ? `latest ${count}` : count} />
      <DataTable
        label="Settlements"
        columns={COLUMNS}
        rows={ledger?.settlements}
        rowKey={({ id }) => id}
        failed={failed}
        expected={3}
        noneFound={null}
        empty={
          <EmptyState title="No settlements yet">
            They show here when a bank reports them, or when you import a file.
          </EmptyState>
        }
      />
    </Card>
  );
}

/** The settlement's day, reference and account; its payments and differences can be expanded. */
function Details({ settlement: one }: { settlement: LedgerSettlementJson }) {
  const account = [one.destination_bank, one.destination_account].filter(Boolean).join(" ");
  return (
    <details className="max-w-xl whitespace-normal py-1.5 font-normal">
      <summary className="cursor-pointer">
        <span className="font-medium">{formatDate(one.settled_on)}</span>{" "}
        <span className="text-ink-3 text-meta">
          {providerName(one.provider)} · {formatCountWithNoun(one.payment_count, "payment")}
          {one.differences.length > 0 && ` · ${formatCountWithNoun(one.differences.length, "difference")}`}
        </span>
      </summary>
      <p className="break-all text-ink-3 text-meta">
        Reference <code className="font-mono">{one.reference}</code> · {SOURCES[one.source]}
        {account && ` · to ${account}`}
      </p>
      <ul className="mt-1 text-meta">
        {one.differences.map(({ reason, payment_reference: reference, detail }) => (
          <li key={`${reason} ${reference}`} className="break-all text-amber">
            {reference && <code className="font-mono">{reference}</code>} {detail}
          </li>
        ))}
        {one.payments.map((payment) => (
          <li key={payment.transaction_id} className="flex justify-between gap-4">
            <code className="break-all font-mono text-ink-2">{payment.payment_reference}</code>
            <Naira amount={payment.gross} />
          </li>
        ))}
        {one.payment_count > one.payments.length && (
          <li className="text-ink-3">The export has all {one.payment_count} payments.</li>
        )}
      </ul>
    </details>
  );
}
