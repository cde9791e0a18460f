import { formatDate } from "@/lib/core/format/format-date";
import { Naira } from "../shared/format/money";
import { Card, CardHead } from "../shared/layout/card";
import { EmptyState } from "../shared/layout/empty";
import { type Column, DataTable } from "../shared/tables/data-table";
import type { LedgerSettlementJson, SettlementLedgerJson } from "./api";
import { providerName } from "./provider-names";
import * as texts from "./texts";

const SOURCES: Record<LedgerSettlementJson["source"], string> = {
  list: texts.banksList,
  notification: texts.banksNotification,
  file: texts.importedFile,
};

const COLUMNS: Column<LedgerSettlementJson>[] = [
  {
    key: "settlement",
    title: texts.settlement,
    head: true,
    cell: (one) => <Details settlement={one} />,
  },
  {
    key: "gross",
    title: texts.gross,
    end: true,
    priority: 2,
    cell: ({ gross }) => <Naira amount={gross} />,
  },
  { key: "fees", title: texts.fees, end: true, priority: 2, cell: ({ fees }) => <Stated amount={fees} /> },
  {
    key: "duty",
    title: texts.stampDuty,
    end: true,
    priority: 3,
    cell: ({ stamp_duty }) => <Stated amount={stamp_duty} />,
  },
  { key: "net", title: texts.net, end: true, cell: ({ net }) => <Stated amount={net} size="row" /> },
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
  const count = ledger && texts.countSettlements(ledger.settlements.length);
  return (
    <Card aria-label={texts.settlements}>
      <CardHead title={texts.settlements} count={ledger?.has_more ? texts.latest(count) : count} />
      <DataTable
        label={texts.settlements}
        columns={COLUMNS}
        rows={ledger?.settlements}
        rowKey={({ id }) => id}
        failed={failed}
        expected={3}
        noneFound={null}
        empty={<EmptyState title={texts.noSettlementsYet}>{texts.theyShowHereOnceReported}</EmptyState>}
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
          {providerName(one.provider)} · {texts.countPayments(one.payment_count)}
          {one.differences.length > 0 && ` · ${texts.countDifferences(one.differences.length)}`}
        </span>
      </summary>
      <p className="break-all text-ink-3 text-meta">
        {texts.reference}
        <code className="font-mono">{one.reference}</code> · {SOURCES[one.source]}
        {account && texts.toAccount(account)}
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
          <li className="text-ink-3">{texts.theExportHasAllPayments(one.payment_count)}</li>
        )}
      </ul>
    </details>
  );
}
