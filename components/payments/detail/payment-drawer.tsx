"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Printer, RefreshCw } from "@/components/ui/icons/icons";
import { Link2 } from "@/components/ui/icons/late-icons";
import { RefundSection } from "../../refunds/refund-section";
import { EmptyState } from "../../shared/layout/empty";
import { LoadFailed } from "../../shared/layout/error-panel";
import { asApiError, getJson, sendJson } from "../../shared/requests/api";
import { Link } from "../../ui/display/link";
import { Skeleton } from "../../ui/display/skeleton";
import { CopyButton } from "../../ui/feedback/copy-button";
import { toast } from "../../ui/feedback/toast";
import { Button } from "../../ui/forms/button";
import { Drawer } from "../../ui/overlays/drawer";
import type { PaymentRow } from "../payment-pages";
import type { Assigning } from "./assign-menu";
import * as texts from "./late-texts";
import { type PaymentDetailJson, PaymentDetails, PaymentSummary } from "./payment-details";
import { PaymentHistory } from "./payment-history";

interface DrawerProps {
  sessionId: string;
  id: string;
  /** The list it was opened from, for the previous and next rows. */
  rows: readonly PaymentRow[];
  initial: PaymentDetailJson | undefined;
  may: { reveal: boolean; replay: boolean; refund: boolean };
  assigning: Assigning | undefined;
  onOpen: (id: string | undefined) => void;
}

/** Drawer of one payment: its details, its origin, its history and its webhook. */
export function PaymentDrawer({ sessionId, id, rows, initial, may, assigning, onOpen }: DrawerProps) {
  const index = rows.findIndex((row) => row.id === id);
  const [above, below] = index === -1 ? [] : [rows[index - 1]?.id, rows[index + 1]?.id];
  const { data, error, refetch } = usePayment({ sessionId, id, row: rows[index], initial });
  return (
    <Drawer
      title={texts.payment}
      subtitle={
        <span className="flex items-center gap-1">
          <code className="truncate font-mono">{id}</code>
          <CopyButton text={id} name={texts.paymentId} />
        </span>
      }
      row={id}
      width={460}
      onClose={() => onOpen(undefined)}
      onPrevious={above ? () => onOpen(above) : undefined}
      onNext={below ? () => onOpen(below) : undefined}
      footer={data && <Actions sessionId={sessionId} detail={data} mayReplay={may.replay} />}
    >
      {data && (
        <>
          <PaymentSummary payment={data.payment} />
          <PaymentDetails sessionId={sessionId} detail={data} mayReveal={may.reveal} assigning={assigning} />
          <h3 className="mt-6 mb-3 text-section">{texts.whatHappened}</h3>
          <PaymentHistory steps={data.steps} status={data.payment.status} />
          {data.payment.status === "successful" && (
            <RefundSection key={id} sessionId={sessionId} id={id} mayRefund={may.refund} />
          )}
        </>
      )}
      {!data && !error && <DrawerSkeleton />}
      {!data && error && <NotShown error={error} onRetry={() => void refetch()} />}
    </Drawer>
  );
}

function usePayment(
  wanted: Pick<DrawerProps, "sessionId" | "id" | "initial"> & { row: PaymentRow | undefined },
) {
  const { sessionId, id, row, initial } = wanted;
  const client = useQueryClient();
  const key = ["session", sessionId, "payment", id];
  const result = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      getJson<PaymentDetailJson>(`/api/dashboard/sessions/${sessionId}/payments/${id}`, signal),
    ...(initial && { initialData: initial }),
  });
  // The list may receive a change before the drawer does.
  const rowState = row && `${row.status} ${row.operator_id} ${row.returns?.status} ${row.returns?.returned}`;
  const last = useRef({ id, rowState });
  useEffect(() => {
    const hasChanged = last.current.id === id && last.current.rowState !== rowState;
    last.current = { id, rowState };
    if (hasChanged) void client.invalidateQueries({ queryKey: ["session", sessionId, "payment", id] });
  }, [client, sessionId, id, rowState]);
  return result;
}

function Actions({
  sessionId,
  detail,
  mayReplay,
}: {
  sessionId: string;
  detail: PaymentDetailJson;
  mayReplay: boolean;
}) {
  const { id, status } = detail.payment;
  const client = useQueryClient();
  const sent = detail.steps.findLast((step) => step.kind === "sent");
  const resend = useMutation({
    mutationFn: (deliveryId: string) =>
      sendJson("POST", `/api/dashboard/sessions/${sessionId}/deliveries/${deliveryId}/replay`),
    onSuccess: () => {
      toast({ text: texts.theWebhookIsBeingSentAgain });
      void client.invalidateQueries({ queryKey: ["session", sessionId, "payment", id] });
    },
    onError: (thrown) =>
      toast({ tone: "failed", text: texts.theWebhookWasNotSentAgain(asApiError(thrown).detail) }),
  });
  const copyLink = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => toast({ text: texts.linkCopied }),
      () => toast({ tone: "failed", text: texts.browserDidNotAllowCopying }),
    );
  return (
    <>
      {status === "successful" && (
        <Button asChild>
          <Link href={`/events/${sessionId}/print/${id}`} target="_blank">
            <Printer aria-hidden />
            {texts.receipt}
          </Link>
        </Button>
      )}
      {sent && mayReplay && (
        <Button busy={resend.isPending} onClick={() => resend.mutate(sent.delivery_id)}>
          <RefreshCw aria-hidden />
          {texts.sendWebhookAgain}
        </Button>
      )}
      <Button tone="ghost" className="ml-auto" onClick={() => void copyLink()}>
        <Link2 aria-hidden />
        {texts.copyLink}
      </Button>
    </>
  );
}

function DrawerSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-4">
      <Skeleton className="h-9 w-48" />
      <Skeleton className="h-56 w-full rounded-card" />
      <Skeleton className="h-4 w-32" />
      <Skeleton className="h-32 w-full" />
    </div>
  );
}

function NotShown({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (asApiError(error).status === 404)
    return <EmptyState title={texts.thereIsNoSuchPayment}>{texts.checkTheLink}</EmptyState>;
  return <LoadFailed title={texts.thisPaymentDidNotLoad} error={error} onRetry={onRetry} />;
}
