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
        title="Poster"
        actions={
          <>
            <SegmentedLinks
              label="Form of the poster"
              current={hrefOf(form)}
              choices={[
                { label: "A4", href: hrefOf("a4") },
                { label: "Phone", href: hrefOf("phone") },
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
    <Card aria-label="Payment page">
      <CardHead title="Payment page" />
      <div className="flex flex-col gap-3 border-edge border-t px-4 py-4 text-body">
        <p className="max-w-160 text-ink-2">
          {url
            ? "The QR code on the poster leads to this page. Anyone with the link sees the account to pay into, without signing in, until the event is closed or the link is revoked."
            : "A page for payers, with the account number to copy. The poster gets a QR code that leads to it."}
        </p>
        {url && (
          <div className="flex items-center gap-2 rounded-card bg-subtle p-3">
            <code className="min-w-0 flex-1 break-all font-mono text-meta">{url}</code>
            <CopyButton text={url} name="the payment page's link" label="Copy" />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          {url && (
            <Button asChild>
              <a href={url} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                Open page
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
    onChanged: () => toast({ text: "The payment page has a link." }),
  });
  return (
    <>
      <Button busy={creation.isPending} onClick={() => creation.mutate()}>
        <Link2 aria-hidden />
        Make a link
      </Button>
      {creation.error && (
        <Banner tone="red" urgent title="No link was made." className="w-full">
          {asApiError(creation.error).detail}
        </Banner>
      )}
    </>
  );
}

const CHANGES = {
  renew: {
    method: "POST",
    label: "New link",
    confirm: "Make a new link",
    title: "Replace the link?",
    description: "Posters that are printed already lead to no page any more. Print them again.",
    done: "The payment page has a new link.",
    failed: "The link was not replaced.",
  },
  revoke: {
    method: "DELETE",
    label: "Revoke the link",
    confirm: "Revoke the link",
    title: "Revoke the link?",
    description: "The payment page and the QR codes of printed posters lead to no page any more.",
    done: "The link is revoked.",
    failed: "The link was not revoked.",
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
      cancelLabel="Keep it"
      confirmLabel={change.confirm}
      isBusy={mutation.isPending}
      failure={{ title: change.failed, thrown: mutation.error }}
      onConfirm={() => mutation.mutate()}
      onClose={onClose}
    />
  );
}
