"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Banner } from "../../shared/layout/banner";
import { asApiError, sendJson } from "../../shared/requests/api";
import { toast } from "../../ui/feedback/toast";
import { FormDialog } from "../../ui/overlays/form-dialog";
import type { ChangedWebhookUrlJson } from "../api";
import { AddressField } from "../state/address-field";
import * as texts from "./texts";

interface UrlDialogProps {
  sessionId: string;
  /** The current URL; undefined if the session has none. */
  current: string | undefined;
  waiting: number;
  onChanged: () => void;
  onClose: () => void;
}

const describeMoved = (moved: number) =>
  moved === 0 ? texts.theAddressIsSaved : texts.theAddressIsSavedAndEventsGoThere(moved);

/** Mutation that changes the URL, and its error at the field or elsewhere. */
function useChangeUrl({ sessionId, onChanged, onClose }: UrlDialogProps) {
  const change = useMutation({
    mutationFn: (url: string) =>
      sendJson<ChangedWebhookUrlJson>("PUT", `/api/dashboard/sessions/${sessionId}/webhooks/url`, {
        webhook_url: url,
      }),
    onSuccess: ({ moved }) => {
      toast({ text: describeMoved(moved) });
      onChanged();
      onClose();
    },
  });
  const error = change.error ? asApiError(change.error) : undefined;
  const fault = error?.findFieldError("/webhook_url", { label: texts.address });
  return { change, fault, otherError: fault ? undefined : error };
}

/** Dialog that changes the webhook URL of a session, with what happens to its events. */
export function UrlDialog(props: UrlDialogProps) {
  const { current, waiting, onClose } = props;
  const [url, setUrl] = useState(current ?? "");
  const { change, fault, otherError } = useChangeUrl(props);
  return (
    <FormDialog
      title={current === undefined ? texts.addAWebhookAddress : texts.changeTheWebhookAddress}
      description={texts.everyPaymentIsSentThere}
      submitLabel={current === undefined ? texts.addAddress : texts.changeAddress}
      isBusy={change.isPending}
      onSubmit={() => change.mutate(url.trim())}
      onClose={onClose}
    >
      <AddressField value={url} error={fault} onChange={setUrl} />
      <Consequences isFirst={current === undefined} waiting={waiting} />
      {otherError && (
        <Banner tone="red" urgent title={texts.theAddressWasNotChanged}>
          {otherError.detail}
        </Banner>
      )}
    </FormDialog>
  );
}

function Consequences({ isFirst, waiting }: { isFirst: boolean; waiting: number }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-4 text-body text-ink-2 marker:text-ink-3">
      {isFirst ? (
        <li>{texts.earlierPaymentsAreNotSent}</li>
      ) : (
        <>
          <li>
            {texts.idsAndBodiesStayTheSame(
              waiting === 0 ? texts.noEventIsWaiting : texts.waitingEventsAreSentToTheNewAddress(waiting),
            )}
          </li>
          <li>{texts.anAttemptInProgressEnds}</li>
          <li>{texts.replayedEventsUseNewAddress}</li>
        </>
      )}
      <li>{texts.theSigningSecretStaysTheSame}</li>
    </ul>
  );
}
