"use client";

import { Download } from "@/components/ui/icons/icons";
import { formatPayerName } from "@/lib/core/format/payer-format";
import { ChannelCell } from "../shared/format/channel";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { StatusCell } from "../shared/format/status";
import { DownloadLink } from "../shared/requests/download-link";
import { Cell, HeadCell, Row, RowLink, Table } from "../shared/tables/table";
import { Link } from "../ui/display/link";
import { Skeleton } from "../ui/display/skeleton";
import { Button } from "../ui/forms/button";
import type { PaymentRowJson } from "./api";
import * as texts from "./texts";
import { usePayments } from "./use-operators";

interface PaymentListProps {
  sessionId: string;
  /** The filter of the payment list: a terminal or an operator. */
  filters: { terminal: string } | { operator: string };
  /** Shows the channel column, if the list can contain several channels. */
  withChannel?: boolean;
}

/** On a phone the name has the space of the status, which is below it unless the payment succeeded. */
const STATUS = "hidden @min-[440px]/table:table-cell";

/** Payments of one terminal or operator, newest first, each linking to its details. */
export function PaymentList({ sessionId, filters, withChannel }: PaymentListProps) {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePayments(sessionId, {
    ...filters,
  });
  if (isError) return <PaymentsNotLoaded onRetry={() => refetch()} />;
  if (!data) return <PaymentListSkeleton />;
  const rows = data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <p className="py-3 text-body text-ink-3">{texts.noPaymentsYet}</p>;
  return (
    <div className="-mx-5">
      <Table aria-label={texts.payments}>
        <thead>
          <tr>
            <HeadCell className="first:pl-5">{texts.time}</HeadCell>
            <HeadCell>{texts.payer}</HeadCell>
            {withChannel && <HeadCell priority={2}>{texts.channel}</HeadCell>}
            <HeadCell className={STATUS}>{texts.status}</HeadCell>
            <HeadCell end className="last:pr-5">
              {texts.amount}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {rows.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              href={`/events/${sessionId}?${new URLSearchParams({ ...filters, payment: payment.id })}`}
              withChannel={withChannel}
            />
          ))}
        </tbody>
      </Table>
      {hasNextPage && (
        <div className="border-edge border-t px-5 pt-3">
          <Button size="small" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {texts.showMore}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Says that a list of payments did not load. */
export function PaymentsNotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <p role="alert" className="flex items-center gap-3 py-3 text-body text-ink-2">
      {texts.thePaymentsDidNotLoad}
      <Button size="small" onClick={onRetry}>
        {texts.tryAgain}
      </Button>
    </p>
  );
}

function PaymentRow(props: { payment: PaymentRowJson; href: string; withChannel: boolean | undefined }) {
  const { payment, href, withChannel } = props;
  const { paid_at, sender_name, channel, status, amount } = payment;
  return (
    <Row>
      <Cell className="text-ink-2 first:pl-5">
        <Instant at={paid_at} />
      </Cell>
      <Cell head className="w-1/2 max-w-0 py-1 @min-[440px]/table:truncate @max-[440px]/table:break-words">
        <RowLink href={href} title={sender_name} className="@max-[440px]/table:whitespace-normal">
          {formatPayerName(sender_name) || texts.noName}
        </RowLink>
        {status !== "successful" && (
          <span className="block @min-[440px]/table:hidden">
            <StatusCell status={status} />
          </span>
        )}
      </Cell>
      {withChannel && (
        <Cell priority={2} className="text-ink-2">
          <ChannelCell channel={channel} />
        </Cell>
      )}
      <Cell className={STATUS}>
        <StatusCell status={status} />
      </Cell>
      <Cell end className="last:pr-5">
        <Naira amount={amount} size="row" status={status} />
      </Cell>
    </Row>
  );
}

function PaymentListSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-5 py-3">
      {["w-4/5", "w-full", "w-3/4", "w-5/6"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}

interface WaysOnProps extends Omit<PaymentListProps, "withChannel"> {
  mayExport: boolean;
}

/** Links from a terminal's or operator's payments: the filtered payment list and its export. */
export function PaymentListLinks({ sessionId, filters, mayExport }: WaysOnProps) {
  const query = new URLSearchParams({ ...filters });
  return (
    <span className="-mr-2.5 flex flex-wrap items-center justify-end">
      <Button asChild tone="ghost" size="small">
        <Link href={`/events/${sessionId}?${query}`}>{texts.openInPayments}</Link>
      </Button>
      {mayExport && (
        <Button asChild tone="ghost" size="small">
          <DownloadLink href={`/api/dashboard/sessions/${sessionId}/export?${query}&format=csv`}>
            <Download aria-hidden />
            {texts.exportLabel}
          </DownloadLink>
        </Button>
      )}
    </span>
  );
}
