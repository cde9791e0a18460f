"use client";

import { useState } from "react";
import { Undo2 } from "@/components/ui/icons/late-icons";
import { Instant } from "../shared/format/instant";
import { Naira } from "../shared/format/money";
import { Button } from "../ui/forms/button";
import type { PaymentRefundsJson, RefundJson } from "./api";
import { DecideButtons } from "./decide-buttons";
import { REFUND_LABELS } from "./labels";
import * as texts from "./late-texts";
import { RefundDialog } from "./refund-dialog";
import { usePaymentRefunds } from "./use-refunds";

interface RefundSectionProps {
  sessionId: string;
  id: string;
  mayRefund: boolean;
}

/** The refunds of a payment in its drawer, and the button that makes one. */
export function RefundSection({ sessionId, id, mayRefund }: RefundSectionProps) {
  const { data } = usePaymentRefunds({ sessionId, id });
  if (!data || (data.refunds.length === 0 && !mayRefund)) return null;
  return (
    <section aria-label={texts.refunds}>
      <h3 className="mt-6 mb-3 text-section">{texts.refunds}</h3>
      {data.refunds.length > 0 && (
        <ul className="mb-3 flex flex-col gap-3">
          {data.refunds.map((refund) => (
            <RefundItem key={refund.id} refund={refund} mayRefund={mayRefund} />
          ))}
        </ul>
      )}
      {mayRefund && <RefundAction sessionId={sessionId} id={id} data={data} />}
    </section>
  );
}

function RefundItem({ refund, mayRefund }: { refund: RefundJson; mayRefund: boolean }) {
  const { amount, state, reason, requested_by: by, requested_at: at, decided_by: decidedBy, detail } = refund;
  const notes = [refund.method === "manual" && texts.manually, refund.bank_reference, detail].filter(Boolean);
  return (
    <li className="rounded-card border border-edge px-4 py-3">
      <p className="flex justify-between gap-2 font-medium">
        <span>{REFUND_LABELS[state]}</span>
        <Naira amount={amount} size="row" />
      </p>
      <p className="break-words text-ink-2">{reason}</p>
      <p className="break-words text-ink-3 text-meta">
        {by}, <Instant at={at} as="full" />
        {decidedBy && texts.decidedBy(decidedBy)}
      </p>
      {notes.length > 0 && <p className="break-words text-ink-3 text-meta">{notes.join(" · ")}</p>}
      {mayRefund && state === "awaiting_approval" && <DecideButtons refund={refund} />}
    </li>
  );
}

function RefundAction({ sessionId, id, data }: { sessionId: string; id: string; data: PaymentRefundsJson }) {
  const [isOpen, setOpen] = useState(false);
  const { method, refundable, why_not: obstacle } = data;
  return (
    <div>
      {method !== "none" && (
        <Button onClick={() => setOpen(true)}>
          <Undo2 aria-hidden />
          {method === "bank" ? texts.refund : texts.markAsRefundedManually}
        </Button>
      )}
      {obstacle && <p className="mt-2 text-ink-3 text-meta">{obstacle}</p>}
      {isOpen && method !== "none" && (
        <RefundDialog {...{ sessionId, id, method, refundable }} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}
