"use client";

import { ExternalLink } from "@/components/ui/icons/icons";
import { CopyButton } from "../ui/feedback/copy-button";
import * as texts from "./texts";
import { usePaymentPage } from "./use-payment-page";

/** The link to the event's payment page, to open and copy; nothing if it has none. */
export function PaymentPageRow({ sessionId }: { sessionId: string }) {
  const { data } = usePaymentPage(sessionId);
  if (!data?.url) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-body">
      <a
        href={data.url}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center gap-1.5 text-brand underline underline-offset-2 max-md:min-h-11"
      >
        <ExternalLink aria-hidden className="size-3.5" />
        {texts.paymentPage}
      </a>
      <CopyButton text={data.url} name={texts.thePaymentPagesLink} label={texts.copyLink} />
    </div>
  );
}
