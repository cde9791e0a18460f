import type { ReactNode } from "react";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { type Column, DataTable } from "../shared/tables/data-table";
import { cn } from "../ui/display/cn";
import { Link } from "../ui/display/link";
import type { ExpectedPaymentRowJson } from "./api";
import { ExpectedStatus } from "./expected-status";
import * as texts from "./texts";

interface TableProps {
  rows: readonly ExpectedPaymentRowJson[] | undefined;
  failed: ReactNode;
  empty: ReactNode;
  noneFound: ReactNode;
}

/** Link to the payment that was matched last, among the event's payments. */
function LastPayment({ row }: { row: ExpectedPaymentRowJson }) {
  if (!row.last_transaction_id) return <span className="text-ink-3">–</span>;
  return (
    <Link
      href={`/events/${row.session_id}?payment=${row.last_transaction_id}`}
      className="text-brand underline-offset-4 hover:underline"
      aria-label={texts.paymentOf(row.reference)}
    >
      {row.payment_count === 1 ? texts.payment : texts.lastOf(row.payment_count)}
    </Link>
  );
}

/** What the payer is asked for; fainter if it is not expected any more. */
function Asked({ row, className }: { row: ExpectedPaymentRowJson; className?: string }) {
  const isExpired = row.status === "expired";
  return (
    <Naira
      amount={row.amount_to_pay}
      size="row"
      className={cn(className, isExpired && "font-normal text-ink-3")}
    />
  );
}

/** The sum that was paid, emphasised if it is not what was asked for. */
function PaidSum({ row: { amount_paid: paid, status } }: { row: ExpectedPaymentRowJson }) {
  if (paid === "0.00") return <span className="text-ink-3">–</span>;
  const isDifferent = status === "underpaid" || status === "overpaid";
  return (
    <Naira
      amount={paid}
      size="row"
      className={cn(isDifferent && "text-amber", status === "paid" && "font-normal")}
    />
  );
}

/** The time until which an order is expected; fainter unless it still decides the status. */
function Expiry({ row: { expires_at: at, status } }: { row: ExpectedPaymentRowJson }) {
  if (!at) return <span className="text-ink-3">{texts.doesNotExpire}</span>;
  const isOpen = status === "awaiting" || status === "underpaid";
  return <Instant at={at} as="day-time" className={isOpen ? undefined : "text-ink-3"} />;
}

const COLUMNS: readonly Column<ExpectedPaymentRowJson>[] = [
  {
    key: "reference",
    title: texts.order,
    head: true,
    cell: ({ reference }) => <span className="font-mono text-meta">{reference}</span>,
  },
  {
    key: "payer",
    title: texts.payer,
    priority: 3,
    className: "max-w-48 truncate",
    cell: ({ payer }) => (payer ? <bdi title={payer}>{payer}</bdi> : <span className="text-ink-3">–</span>),
  },
  { key: "amount", title: texts.amount, end: true, cell: (row) => <Asked row={row} /> },
  { key: "paid", title: texts.paid, end: true, priority: 2, cell: (row) => <PaidSum row={row} /> },
  { key: "status", title: texts.status, cell: ({ status }) => <ExpectedStatus status={status} /> },
  { key: "payment", title: texts.payment, priority: 3, cell: (row) => <LastPayment row={row} /> },
  {
    key: "matching",
    title: texts.matchedBy,
    priority: 5,
    cell: ({ match_by_amount: byAmount }) => (
      <span className="text-ink-2">{byAmount ? texts.referenceOrAmount : texts.reference}</span>
    ),
  },
  {
    key: "expires",
    title: texts.expires,
    end: true,
    priority: 3,
    className: "whitespace-nowrap",
    cell: (row) => <Expiry row={row} />,
  },
  {
    key: "created",
    title: texts.created,
    end: true,
    priority: 5,
    cell: ({ created_at: at }) => <Instant at={at} className="text-ink-2" />,
  },
];

/** An event's expected payments, newest first. */
export function ExpectedPaymentsTable(props: TableProps) {
  return (
    <DataTable
      {...props}
      label={texts.expectedPayments}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      expected={12}
      asItem={(row) => <Item row={row} />}
    />
  );
}

/** An expected payment as an item of the list on a phone. */
function Item({ row }: { row: ExpectedPaymentRowJson }) {
  return (
    <div className="flex min-h-16 items-center gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-mono text-touch">{row.reference}</p>
        <p className="truncate text-ink-3">
          {row.payer && <bdi>{row.payer}</bdi>}
          {row.payer && " · "}
          <Instant at={row.created_at} />
        </p>
      </div>
      <div className="flex flex-col items-end gap-1">
        <Asked row={row} className="text-touch" />
        <ExpectedStatus status={row.status} />
      </div>
    </div>
  );
}
