"use client";

import { useState } from "react";
import { ExternalLink } from "@/components/ui/icons/icons";
import { Link2 } from "@/components/ui/icons/late-icons";
import { PrintButton } from "../payments/print/print-button";
import { Banner } from "../shared/layout/banner";
import { Card, CardHead } from "../shared/layout/card";
import { ConfirmDialog } from "../shared/layout/confirm-dialog";
import { PageHeader } from "../shared/layout/page-header";
import { asApiError } from "../shared/requests/api";
import { CopyButton } from "../ui/feedback/copy-button";
import { toast } from "../ui/feedback/toast";
import { Button } from "../ui/forms/button";
import { SegmentedLinks } from "../ui/forms/segmented";
import * as texts from "./late-texts";
import type { PosterForm } from "./poster";
import { type PaymentPageJson, useChangePaymentPage, usePaymentPage } from "./use-payment-page";

interface PosterToolsProps {
  sessionId: string;
  form: PosterForm;
  initial: PaymentPageJson;
}

/** What surrounds the poster on the screen: its form, printing it, and the link of its QR code. */
export function PosterTools({ sessionId, form, initial }: PosterToolsProps) {
  const path = `/events/${sessionId}/print/poster`;
  const hrefOf = (one: PosterForm) => (one === "a4" ? path : `${path}?form=${one}`);
  return (
    <div className="print:hidden">
      <PageHeader
        title={texts.poster}
        actions={
          <>
            <SegmentedLinks
              label={texts.formOfThePoster}
              current={hrefOf(form)}
              choices={[
                { label: "A4", href: hrefOf("a4") },
                { label: texts.phone, href: hrefOf("phone") },
              ]}
            />
            <PrintButton />
          </>
        }
      />
      <PaymentPageCard sessionId={sessionId} initial={initial} />
    </div>
  );
}

/** The link to the payment page: create it, copy it, replace it, revoke it. */
function PaymentPageCard({ sessionId, initial }: Omit<PosterToolsProps, "form">) {
  const { data = initial } = usePaymentPage(sessionId, initial);
  const { url, may_change: mayChange } = data;
  if (!url && !mayChange) return null;
  return (
    <Card aria-label={texts.paymentPage}>
      <CardHead title={texts.paymentPage} />
      <div className="flex flex-col gap-3 border-edge border-t px-4 py-4 text-body">
        <p className="max-w-160 text-ink-2">{url ? texts.qrCodeLeadsToThisPage : texts.aPageForPayers}</p>
        {url && (
          <div className="flex items-center gap-2 rounded-card bg-subtle p-3">
            <code className="min-w-0 flex-1 break-all font-mono text-meta">{url}</code>
            <CopyButton text={url} name={texts.thePaymentPagesLink} label={texts.copy} />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {url && (
            <Button asChild>
              <a href={url} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                {texts.openPage}
              </a>
            </Button>
          )}
          {mayChange && (url ? <LinkChanges sessionId={sessionId} /> : <CreateLink sessionId={sessionId} />)}
        </div>
      </div>
    </Card>
  );
}

function CreateLink({ sessionId }: { sessionId: string }) {
  const creation = useChangePaymentPage(sessionId, {
    method: "POST",
    onChanged: () => toast({ text: texts.thePaymentPageHasALink }),
  });
  return (
    <>
      <Button busy={creation.isPending} onClick={() => creation.mutate()}>
        <Link2 aria-hidden />
        {texts.makeALink}
      </Button>
      {creation.error && (
        <Banner tone="red" urgent title={texts.noLinkWasMade} className="w-full">
          {asApiError(creation.error).detail}
        </Banner>
      )}
    </>
  );
}

const CHANGES = {
  renew: {
    method: "POST",
    label: texts.newLink,
    confirm: texts.makeANewLink,
    title: texts.replaceTheLink,
    description: texts.printedPostersStopWorking,
    done: texts.thePaymentPageHasANewLink,
    failed: texts.theLinkWasNotReplaced,
  },
  revoke: {
    method: "DELETE",
    label: texts.revokeTheLink,
    confirm: texts.revokeTheLink,
    title: texts.revokeTheLinkQuestion,
    description: texts.pageAndPostersStopWorking,
    done: texts.theLinkIsRevoked,
    failed: texts.theLinkWasNotRevoked,
  },
} as const;

/** Buttons that replace and revoke the link, each after a confirmation: printed posters stop working. */
function LinkChanges({ sessionId }: { sessionId: string }) {
  const [asked, setAsked] = useState<keyof typeof CHANGES>();
  return (
    <>
      <Button onClick={() => setAsked("renew")}>
        <Link2 aria-hidden />
        {CHANGES.renew.label}
      </Button>
      <Button tone="danger-text" onClick={() => setAsked("revoke")}>
        {CHANGES.revoke.label}
      </Button>
      {asked && (
        <ChangeDialog sessionId={sessionId} change={CHANGES[asked]} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

interface ChangeDialogProps {
  sessionId: string;
  change: (typeof CHANGES)[keyof typeof CHANGES];
  onClose: () => void;
}

function ChangeDialog({ sessionId, change, onClose }: ChangeDialogProps) {
  const mutation = useChangePaymentPage(sessionId, {
    method: change.method,
    onChanged: () => {
      toast({ text: change.done });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={change.title}
      description={change.description}
      cancelLabel={texts.keepIt}
      confirmLabel={change.confirm}
      isBusy={mutation.isPending}
      failure={{ title: change.failed, thrown: mutation.error }}
      onConfirm={() => mutation.mutate()}
      onClose={onClose}
    />
  );
}
