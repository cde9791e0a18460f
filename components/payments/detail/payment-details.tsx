import type { ReactNode } from "react";
import type { z } from "zod";
import { Check } from "@/components/ui/icons/icons";
import { formatDate } from "@/lib/core/format/format-date";
import { formatNaira } from "@/lib/core/format/naira";
import { formatPayerName } from "@/lib/core/format/payer-format";
import type { PaymentDetail } from "@/lib/payment-search/contract";
import { DisputeDue, ReturnChip } from "../../refunds/return-chip";
import { channelStyle } from "../../shared/format/channel";
import { Instant } from "../../shared/format/instant";
import { Naira } from "../../shared/format/money";
import { StatusCell, timeLabel } from "../../shared/format/status";
import { Avatar } from "../../ui/display/avatar";
import { Chip } from "../../ui/display/chip";
import { Link } from "../../ui/display/link";
import { CopyButton } from "../../ui/feedback/copy-button";
import { Button } from "../../ui/forms/button";
import { AccountField } from "./account-field";
import { type Assigning, AssignMenu } from "./assign-menu";
import * as texts from "./late-texts";

export type PaymentDetailJson = z.input<typeof PaymentDetail>;

/** Head of a payment's details: amount, payer and status. */
export function PaymentSummary({ payment }: Pick<PaymentDetailJson, "payment">) {
  const { amount, status, sender_name: sender, channel } = payment;
  const way =
    channel === "pos" ? texts.atATerminal : texts.byChannel(channelStyle(channel).name.toLowerCase());
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Naira amount={amount} size="figure-lg" status={status} />
        {payment.returns && payment.returns.status !== "none" ? (
          <ReturnChip returns={payment.returns} />
        ) : status === "successful" ? (
          <Chip tone="green" icon={Check}>
            {texts.successful}
          </Chip>
        ) : (
          <StatusCell status={status} />
        )}
      </div>
      <p className="wrap-anywhere mt-1 text-ink-2">
        {texts.from}
        <bdi className="font-semibold text-ink" title={sender}>
          {formatPayerName(sender) || texts.anUnnamedPayer}
        </bdi>{" "}
        {way}
      </p>
      {payment.returns && payment.returns.returned !== "0.00" && (
        <p className="mt-1 text-ink-2">{texts.partCameBack(formatNaira(payment.returns.returned))}</p>
      )}
      <DisputeDue returns={payment.returns} />
    </div>
  );
}

interface FactsProps {
  sessionId: string;
  detail: PaymentDetailJson;
  mayReveal: boolean;
  assigning: Assigning | undefined;
}

/** Recorded details of a payment. */
export function PaymentDetails({ sessionId, detail, mayReveal, assigning }: FactsProps) {
  const { payment, bank_ref: reference, settled_on: settled } = detail;
  const { sender_bank: code, bank_name: bank, terminal_label: terminal } = payment;
  return (
    <dl className="mt-5 grid grid-cols-[116px_1fr] rounded-card border border-edge px-4 py-2 max-sm:grid-cols-[104px_1fr]">
      <Fact name={texts.bank}>
        {bank || texts.notReported} {bank !== code && <span className="figures text-ink-3">{code}</span>}
      </Fact>
      <Fact name={texts.account}>
        <AccountField
          key={payment.id}
          sessionId={sessionId}
          id={payment.id}
          tail={payment.account_tail}
          length={detail.account_length}
          mayReveal={mayReveal}
        />
      </Fact>
      <Fact name={texts.narration}>
        <bdi className="wrap-anywhere">{payment.narration || texts.none}</bdi>
      </Fact>
      {payment.order && (
        <Fact name={texts.order}>
          <Link
            href={`/events/${sessionId}/expected-payments?q=${encodeURIComponent(payment.order.reference)}`}
            className="font-mono text-brand text-meta underline-offset-4 hover:underline"
          >
            {payment.order.reference}
          </Link>
        </Fact>
      )}
      <Fact name={texts.bankReference}>
        <code className="break-all font-mono text-meta">{reference}</code>
        {reference && <CopyButton text={reference} name={texts.bankReferenceLabel} />}
      </Fact>
      <Fact name={timeLabel(payment.status)}>
        <Instant at={payment.paid_at} as="full" className="whitespace-normal" />
      </Fact>
      <Fact name={texts.terminal}>{terminal ?? texts.noneBankTransfer}</Fact>
      <Operator payment={payment} assigning={assigning} />
      {settled && <Fact name={texts.settled}>{formatDate(settled)}</Fact>}
    </dl>
  );
}

function Operator({
  payment,
  assigning,
}: {
  payment: PaymentDetailJson["payment"];
  assigning: Assigning | undefined;
}) {
  const { operator_name: operator } = payment;
  return (
    <Fact name={texts.operator}>
      {operator ? (
        <>
          <Avatar name={operator} />
          <span className="truncate">{operator}</span>
        </>
      ) : (
        <span className="text-ink-3">{texts.unassigned}</span>
      )}
      {assigning && assigning.operators.length > 0 && (
        <span className="ml-auto">
          <AssignMenu
            payment={payment}
            assigning={assigning}
            trigger={
              <Button tone="ghost" size="small">
                {operator ? texts.change : texts.assign}
              </Button>
            }
          />
        </span>
      )}
    </Fact>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="flex min-h-[31px] items-center text-ink-3">{name}</dt>
      <dd className="flex min-h-[31px] min-w-0 items-center gap-1.5 py-1">{children}</dd>
    </>
  );
}
