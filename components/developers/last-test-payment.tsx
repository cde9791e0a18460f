import type { ReactNode } from "react";
import { Check, TriangleAlert } from "@/components/ui/icons/icons";
import { formatNaira } from "@/lib/core/format/naira";
import { bankName } from "../shared/format/bank-name";
import { Instant } from "../shared/format/instant";
import { Card, CardHead } from "../shared/layout/card";
import { Link } from "../ui/display/link";
import { Button } from "../ui/forms/button";
import type { SentPaymentJson } from "./test-payment";
import * as texts from "./texts";

/** The result of the last test payment, step by step. */
export function LastTestPayment({ sent }: { sent: SentPaymentJson | undefined }) {
  const isRecorded = sent?.outcome === "recorded";
  return (
    <Card aria-live="polite">
      <CardHead title={texts.lastTestPayment}>
        {sent && <Instant at={sent.sent_at} className="text-ink-3 text-meta" />}
      </CardHead>
      {sent ? (
        <>
          <ol className="px-4">
            <Step title={texts.bankWebhookReceived} isDone>
              {texts.webhookSignatureVerified(bankName(sent.provider))}
            </Step>
            <Step
              title={isRecorded ? texts.paymentRecorded : texts.notRecorded}
              isDone={isRecorded}
              aside={texts.ms(sent.took_ms)}
            >
              {isRecorded ? formatNaira(sent.amount) : texts.itWaitsInReconciliation}
            </Step>
          </ol>
          <div className="flex flex-wrap gap-2 px-4 pt-1 pb-4">
            <Button asChild size="small">
              <Link href={`/events/${sent.session_id}`}>{texts.seeTheEvent}</Link>
            </Button>
            <Button asChild size="small">
              <Link href={`/events/${sent.session_id}/webhooks`}>{texts.seeYourWebhook}</Link>
            </Button>
          </div>
        </>
      ) : (
        <p className="px-4 pb-4 text-body text-ink-3">{texts.noneSentFromThisPageYet}</p>
      )}
    </Card>
  );
}

interface StepProps {
  title: string;
  isDone: boolean;
  aside?: string;
  children: ReactNode;
}

function Step({ title, isDone, aside, children }: StepProps) {
  const Icon = isDone ? Check : TriangleAlert;
  return (
    <li className="flex items-start gap-3 border-edge border-b py-2.5 last:border-b-0">
      <span
        className={
          isDone
            ? "grid size-5 place-items-center rounded-full bg-brand-wash text-brand"
            : "grid size-5 place-items-center rounded-full bg-amber-wash text-amber"
        }
      >
        <Icon aria-hidden strokeWidth={2} className="size-3" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="font-medium text-body">{title}</span>
        <span className="text-ink-3 text-meta">{children}</span>
      </span>
      {aside && <span className="figures text-ink-2 text-meta">{aside}</span>}
    </li>
  );
}
