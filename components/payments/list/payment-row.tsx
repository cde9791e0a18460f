"use client";

import { memo } from "react";
import { formatPayerName } from "@/lib/core/format/payer-format";
import { ReturnChip } from "../../refunds/return-chip";
import { ChannelCell, ChannelTile } from "../../shared/format/channel";
import { Instant } from "../../shared/format/instant";
import { Naira } from "../../shared/format/money";
import { StatusCell } from "../../shared/format/status";
import { Cell, Row, RowOpener } from "../../shared/tables/table";
import { cn } from "../../ui/display/cn";
import { type Assigning, AssignMenu } from "../detail/assign-menu";
import type { PaymentRow as Payment } from "../payment-pages";
import { useIsNewRow } from "./new-rows";
import * as texts from "./texts";

interface PaymentProps {
  payment: Payment;
  isSelected: boolean;
  onOpen: (id: string) => void;
  assigning: Assigning | undefined;
}

const formatPayer = ({ sender_name: name }: Payment) => formatPayerName(name) || texts.noName;

/** A payment as a table row. */
export const PaymentRow = memo(function PaymentRow(props: PaymentProps & { index?: number | undefined }) {
  const { payment, isSelected, onOpen, assigning, index } = props;
  const isFresh = useIsNewRow(payment.id);
  return (
    <Row
      row={payment.id}
      selected={isSelected}
      aria-rowindex={index}
      className={cn("-top-(--still)", isFresh && !isSelected && "animate-wash")}
    >
      <Cell className={cn(isFresh && "shadow-[inset_3px_0_0_var(--brand-solid)]")}>
        <Instant at={payment.paid_at} className={isFresh ? "font-medium" : "text-ink-2"} />
      </Cell>
      <Cell head className="max-w-52">
        <RowOpener
          className="block w-full truncate"
          title={payment.sender_name}
          onClick={() => onOpen(payment.id)}
        >
          {formatPayer(payment)}
        </RowOpener>
      </Cell>
      <Cell priority={4} className="max-w-48 truncate text-ink-2">
        {payment.bank_name}{" "}
        {payment.account_tail && <span className="figures">•• {payment.account_tail}</span>}
      </Cell>
      <Cell
        priority={4}
        dir="auto"
        title={payment.narration}
        className="max-w-52 truncate text-left text-ink-2"
      >
        {payment.narration || "–"}
      </Cell>
      <Cell priority={2}>
        <ChannelCell channel={payment.channel} />
      </Cell>
      <Cell priority={3} className="max-w-40 truncate">
        {payment.terminal_label ?? <span className="text-ink-3">–</span>}
      </Cell>
      <Cell priority={3} className="max-w-40">
        <AssignMenu payment={payment} assigning={assigning} />
      </Cell>
      <Cell priority={5} className="max-w-36 truncate">
        {payment.order ? (
          <span className="font-mono text-meta" title={payment.order.reference}>
            {payment.order.reference}
          </span>
        ) : (
          <span className="text-ink-3">–</span>
        )}
      </Cell>
      <Cell>
        {payment.returns ? (
          <ReturnChip returns={payment.returns} />
        ) : (
          <StatusCell status={payment.status} fresh={isFresh} />
        )}
      </Cell>
      {/* From a billion naira on, its column has room only for small digits. */}
      <Cell end className={cn(payment.amount.length > 12 && "text-axis tracking-tighter")}>
        <Naira amount={payment.amount} size="row" status={payment.status} />
      </Cell>
    </Row>
  );
});

/** A payment as an item of the list on a phone, laid out only when near the viewport. */
export const PaymentItem = memo(function PaymentItem({ payment, isSelected, onOpen }: PaymentProps) {
  const isFresh = useIsNewRow(payment.id);
  const { terminal_label: terminal, narration, operator_name: operator, status } = payment;
  const details = [terminal ?? narration, operator?.split(" ")[0]].filter(Boolean).join(" · ");
  return (
    <li
      data-row={payment.id}
      className={cn(
        "relative -top-(--still) flex h-16 items-center gap-3 border-edge border-b px-4 [content-visibility:auto] last:border-b-0",
        isSelected && "bg-subtle",
        isFresh && "animate-wash shadow-[inset_3px_0_0_var(--brand-solid)]",
      )}
    >
      <ChannelTile channel={payment.channel} />
      <div className="min-w-0 flex-1">
        <RowOpener className="block w-full truncate text-touch" onClick={() => onOpen(payment.id)}>
          {formatPayer(payment)}
        </RowOpener>
        <p dir="auto" className="truncate text-left text-ink-3">
          {details || payment.bank_name}
        </p>
      </div>
      <div className="text-right">
        <Naira amount={payment.amount} size="row" status={payment.status} className="text-touch" />
        <p className="text-ink-3">
          <ReturnChip returns={payment.returns} />
          {status === "pending" && <span className="text-amber">{texts.pending}</span>}
          {status === "failed" && <span className="text-red">{texts.failed}</span>}
          {status === "successful" &&
            !payment.returns &&
            (isFresh ? <span className="text-brand">{texts.justIn}</span> : <Instant at={payment.paid_at} />)}
        </p>
      </div>
    </li>
  );
});
